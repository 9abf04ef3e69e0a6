import { api, dataOf, once } from '@/providers/http';
import type { FormOf, NewOf, RecordOf, Schemas } from '@/providers/schema';

export const COMPLAINTS = 'moderation.complaints';
export const STATES = ['open', 'waiting', 'answered', 'closed'] as const;
export const TOPICS = ['payment', 'person', 'account', 'decision', 'privacy', 'other'] as const;
export type ComplaintRow = RecordOf<typeof COMPLAINTS>;
export type State = ComplaintRow['state'];
export type ComplaintCase = Schemas['ComplaintCase'];
export type Said = Schemas['ThreadMessage'];
export type Canned = Schemas['CannedAnswer'];
export type AddressForm = FormOf<typeof COMPLAINTS, 'address'>;
export type HandOverForm = FormOf<typeof COMPLAINTS, 'hand-over'>;
export type OpenForm = NewOf<typeof COMPLAINTS> & { who: 'member' | 'visitor' };

/** Where answers go to somebody without an account; the server writes down who looked and why. */
export const showAddress = (id: string, body: AddressForm, key: string) =>
  dataOf(
    api.POST('/ops/api/moderation.complaints/{record_id}/actions/address', {
      params: { path: { record_id: id } },
      body,
      headers: once(key),
    }),
  );

/** Let moderation look at a member for a complaint. */
export const handOver = (id: string, body: HandOverForm, key: string) =>
  api.POST('/ops/api/moderation.complaints/{record_id}/actions/hand-over', {
    params: { path: { record_id: id } },
    body,
    headers: once(key),
  });

/** Open a case for a member or for an address; what was filled in for the other of the two is left out. */
export function openCase({ who, member_id, email, site_id, language, ...said }: OpenForm, key: string) {
  const body = who === 'visitor' ? { email, site_id, language, ...said } : { member_id, ...said };
  return dataOf(api.POST('/ops/api/moderation.complaints', { body, headers: once(key) }));
}
