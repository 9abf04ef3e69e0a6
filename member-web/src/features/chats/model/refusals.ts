import { ApiError } from '@/api/api-error';
import type { Cost } from '@/api/types';
import type { Unsent } from './messages';

/** What can be done about a message that was not sent. */
export type Remedy = 'bundle' | 'premium' | 'acknowledge' | 'none';

const REMEDIES: Record<string, Remedy> = {
  'billing.insufficient-credits': 'bundle',
  'messaging.too-many-conversations': 'premium',
  'messaging.acknowledge-fictional': 'acknowledge',
};

/** What helps against a refusal, by its code. */
export const remedy = (error: unknown): Remedy => (error instanceof ApiError && REMEDIES[error.code]) || 'none';

/** Refusals of a repeat, because the first try is at work or was answered. */
const ABOUT_REPEATS = new Set(['idempotency.still-running', 'idempotency.key-reused']);

/**
 * Whether the server refused a message, so that nothing was charged. Otherwise the answer is missing, and the message
 * may have arrived; a repeat with the same key is safe.
 */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !ABOUT_REPEATS.has(error.code);

/** What a message that is not sent yet costs. */
export const costOf = ({ gift, photo }: Unsent, head: { cost: Cost; photo_cost: Cost }): Cost =>
  gift?.price ?? (photo ? head.photo_cost : head.cost);
