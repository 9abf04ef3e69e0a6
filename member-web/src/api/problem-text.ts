import { i18n } from '@/i18n';
import { ApiError } from './api-error';

/** What to tell a member about a failure: the server's own sentence; ours only for what no server could say. */
export function problemText(error: unknown): string {
  const unknown = i18n.t('problems:unknown');
  if (!(error instanceof ApiError)) return unknown;
  return i18n.t(`problems:${error.code}`, { ...error.facts, defaultValue: error.detail || unknown });
}
