import { api, dataOf, newIdempotencyKey, once } from '@/providers/http';
import type { FormOf, NewOf, RecordOf, Schemas } from '@/providers/schema';

export type Item = RecordOf<'moderation.review'>;
export type ItemKind = Item['kind'];
export type Decision = RecordOf<'moderation.decisions'>;
export type Appeal = RecordOf<'moderation.appeals'>;
export type OpenForm = NewOf<'moderation.opened'>;
export type Verdict = Omit<FormOf<'moderation.review', 'decide'>, 'version'>;
export type Measure = Verdict['measure'];
export type Rule = NonNullable<Verdict['rule']>;
export type SecondAnswer = 'countersign' | 'refuse';
export type AppealForm = FormOf<'moderation.appeals', 'decide'>;

/** What there is to see of a case, whether it is open or decided; the texts are what the member reads. */
export type Evidence = OpenCase | DecidedCase;
export type OpenCase = Schemas['CaseEvidence'];
export type DecidedCase = Schemas['DecisionEvidence'];
export type Person = Schemas['EvidenceMember'];
export type Said = Schemas['EvidenceMessage'];
export type ReviewPhoto = Schemas['EvidencePhoto'];
export type Report = Schemas['EvidenceReport'];
export type Handed = Schemas['HandedComplaint'];
export type HandedByWriter = Schemas['HandedConversation'];
export type Match = Schemas['EvidenceMatch'];

const newly = () => ({ headers: once(newIdempotencyKey()) });
const act = (id: string) => ({ params: { path: { record_id: id } }, ...newly() });

/** Take on the most urgent thing that nobody has in hand. */
export const takeNext = () => dataOf(api.POST('/ops/api/moderation.review', { body: { kinds: [] }, ...newly() }));

/** Open a case about a member whom nobody reported; it is in the hand of who opens it. */
export const openCase = (body: OpenForm) => dataOf(api.POST('/ops/api/moderation.opened', { body, ...newly() }));

export const getItem = (id: string) =>
  dataOf(api.GET('/ops/api/moderation.review/{record_id}', { params: { path: { record_id: id } } }));

export const claim = (id: string, version: number) =>
  dataOf(api.POST('/ops/api/moderation.review/{record_id}/actions/claim', { ...act(id), body: { version } }));

export const release = ({ id, version }: Item) =>
  api.POST('/ops/api/moderation.review/{record_id}/actions/release', { ...act(id), body: { version } });

export const decide = ({ id, version }: Item, verdict: Verdict) =>
  api.POST('/ops/api/moderation.review/{record_id}/actions/decide', { ...act(id), body: { version, ...verdict } });

export const openEvidence = (id: string) =>
  dataOf(api.POST('/ops/api/moderation.review/{record_id}/actions/evidence', act(id)));

export const openDecision = (id: string) =>
  dataOf(api.POST('/ops/api/moderation.decisions/{record_id}/actions/evidence', act(id)));

export const sign = (id: string, answer: SecondAnswer) =>
  api.POST(`/ops/api/moderation.decisions/{record_id}/actions/${answer}`, act(id));

export const decideAppeal = (id: string, body: AppealForm) =>
  api.POST('/ops/api/moderation.appeals/{record_id}/actions/decide', { ...act(id), body });
