/** One fault of a field, as the server found it; `pointer` is a JSON pointer such as "/email". */
export interface FieldFault {
  pointer: string;
  code: string;
  detail: string;
}

interface Problem {
  status?: number;
  code?: string;
  title?: string;
  detail?: string;
  errors?: FieldFault[];
  authentication_required?: boolean;
  [extra: string]: unknown;
}

/** Code of an answer that never came. */
export const OFFLINE = 'offline';

/** A refusal of the server (RFC 9457), or a request that got no answer (status 0, code "offline"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldFault[];
  readonly authenticationRequired: boolean;
  /** Facts that the code brings along, such as {minutes} or {limit}. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Milliseconds that the server asks to wait before another try; NaN where it does not ask. */
  readonly retryAfter: number;

  constructor(status: number, problem: Problem = {}, cause?: unknown, retryAfter = Number.NaN) {
    const { code, title, detail, errors, authentication_required: authenticationRequired, ...facts } = problem;
    super(detail ?? title ?? code ?? `HTTP ${status}`, { cause });
    this.status = status;
    this.code = code ?? (status === 0 ? OFFLINE : 'unknown');
    this.title = title ?? '';
    this.detail = detail ?? '';
    this.errors = errors ?? [];
    this.authenticationRequired = authenticationRequired ?? false;
    this.facts = facts;
    this.retryAfter = retryAfter;
  }

  /** Whether the server decided about what was asked, so that another try of the same has the same end. */
  get isDecided(): boolean {
    return this.status === 409 || this.status === 422;
  }

  /** Reads a refusal; an answer that is no problem document keeps its status only. */
  static async from(response: Response): Promise<ApiError> {
    const isProblem = response.headers.get('Content-Type')?.includes('json') ?? false;
    const problem = isProblem ? ((await response.json().catch(() => ({}))) as Problem) : {};
    const asked = Number(response.headers.get('Retry-After') ?? Number.NaN) * 1000;
    return new ApiError(response.status, problem, undefined, asked);
  }
}

/** What the server found wrong, by the field's name. */
export function faultsOf(error: unknown): Record<string, string> {
  const faults = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(faults.map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail]));
}
