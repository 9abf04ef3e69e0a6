import { api, once } from '@/providers/http';
import type { FormOf, RecordOf, Schemas } from '@/providers/schema';

export const FICTION = 'moderation.fiction';
export const STATES = ['waiting', 'later', 'answered'] as const;
export type FictionRow = RecordOf<typeof FICTION>;
export type State = FictionRow['state'];
export type FictionCase = Schemas['FictionalCase'];
export type Said = Schemas['FictionalMessage'];
export type HandOverForm = FormOf<typeof FICTION, 'hand-over'>;

/** Let moderation look at the member of a conversation. */
export const handOver = (id: string, body: HandOverForm, key: string) =>
  api.POST('/ops/api/moderation.fiction/{record_id}/actions/hand-over', {
    params: { path: { record_id: id } },
    body,
    headers: once(key),
  });
