import type { Picture } from '@/kit/blurred-photo';
import type { Evidence, Item, ItemKind, Measure, OpenCase, Rule, Verdict } from './api';
import { isOfPhoto } from './queue-list';

/** In the order of the keys 1 to 9. */
export const RULES = ['fraud', 'fake', 'insult', 'sexual', 'minor', 'spam', 'photo', 'illegal', 'evasion'] as const;
export const PHOTO_REASONS = [
  'no-person',
  'not-you',
  'explicit',
  'contact-details',
  'under-age',
  'not-yours',
  'poor-quality',
] as const;
export type PhotoReason = (typeof PHOTO_REASONS)[number];
export const LIMITS = ['messages', 'photos', 'likes', 'profile'] as const;
const MEASURES = ['remove-content', 'warning', 'strike', 'feature-limit', 'timed-ban', 'permanent-ban'] as const;

export const TIMED: ReadonlySet<string> = new Set(['feature-limit', 'timed-ban']);
export const STRIKES: Readonly<Record<string, number>> = { strike: 1, 'feature-limit': 1, 'timed-ban': 2 };

/** What somebody is about to decide; nothing is decided without a reason. */
export interface Draft {
  reason: string | undefined;
  measure: Measure;
  rule: Rule | null;
  days: number;
  features: readonly (typeof LIMITS)[number][];
  /** Of a whole profile, the photos that go, and why; of a message, its own by the message's id. */
  photos: readonly string[];
  photoReason: PhotoReason | '';
  takesTexts: boolean;
  takesName: boolean;
  facts: string;
}

const EMPTY: Draft = {
  reason: undefined,
  measure: 'none',
  rule: null,
  days: 30,
  features: [],
  photos: [],
  photoReason: '',
  takesTexts: false,
  takesName: false,
  facts: '',
};

/** Nothing is decided yet; where a case is about words alone they are what goes, or the name where there are none. */
export const draftOf = (kind: ItemKind, seen: OpenCase): Draft => ({
  ...EMPTY,
  takesTexts: kind === 'profile-text' && hasWords(seen),
  takesName: kind === 'profile-text' && !hasWords(seen) && seen.can_lose_name,
});

export const hasWords = ({ texts }: OpenCase) =>
  texts !== null && [texts.headline, texts.about, ...Object.values(texts.notes)].some((words) => words !== '');

/** The reasons of a case: what is wrong with a photo, or which rule is broken. */
export const reasonsOf = (kind: ItemKind): readonly string[] => (isOfPhoto(kind) ? PHOTO_REASONS : RULES);

/** The photos that may go: those of the profile that is looked at, or that of the reported message. */
export function removableOf({ kind, subject_id: id }: Item, { photos, pictures }: OpenCase): readonly Picture[] {
  if (kind !== 'message-report') return photos;
  const full = pictures[id];
  return full ? [{ id, full }] : [];
}

/** Nothing is taken away where nothing is; and nobody stands behind a fictional profile, whose content alone may go. */
export function measuresOf(item: Item, seen: OpenCase) {
  const hasContent = isOfPhoto(item.kind) || removableOf(item, seen).length > 0 || hasWords(seen) || seen.can_lose_name;
  return MEASURES.filter((measure) => (measure === 'remove-content' ? hasContent : !seen.member.is_fictional));
}

/** Whether it is said of photos that go what is wrong with them; of one in a message the rule says it. */
export const needsPhotoReason = (kind: ItemKind) => kind !== 'message-report';

/** A draft with a reason, and what is usual for it. */
export function withReason(draft: Draft, reason: string, kind: ItemKind, seen: OpenCase): Draft {
  if (isOfPhoto(kind))
    return {
      ...draft,
      reason,
      photoReason: reason as PhotoReason,
      measure: draft.measure === 'none' ? 'remove-content' : draft.measure,
      rule: draft.rule ?? 'photo',
    };
  return { ...draft, reason, rule: reason as Rule, measure: seen.proposals[reason] ?? 'warning' };
}

/** The facts that the member will read: what was written, else the default text, as on the server. */
function factsOf({ facts, rule, photoReason }: Draft, seen: OpenCase): string {
  if (facts.trim() !== '') return facts.trim();
  const ofPhoto = rule === 'photo' ? seen.photo_reasons[photoReason] : undefined;
  return ofPhoto ?? seen.reasons[rule ?? '']?.facts ?? '';
}

/** What is decided, or was. */
interface Decided {
  measure: string;
  rule: string | null;
  facts: string;
  features: readonly string[];
  strikes: number;
  photos: number;
  takes_texts: boolean;
  takes_name: boolean;
}

/** What the member reads of a decision, in the words of the server. */
export interface Statement {
  measure: string;
  scope: string;
  counts: string;
  rule: string;
  facts: string;
}

export function statementOf({ measure, rule, facts, features, strikes, ...goes }: Decided, seen: Evidence): Statement {
  const scopes = [
    measure.endsWith('-ban') ? seen.scopes.account : undefined,
    ...features.map((feature) => seen.features[feature]),
    seen.scopes.photos[goes.photos - 1],
    goes.takes_texts ? seen.scopes.texts : undefined,
    goes.takes_name ? seen.scopes.name : undefined,
  ];
  return {
    measure: seen.measures[measure] ?? '',
    scope: scopes.filter(Boolean).join(', '),
    counts: seen.counts[strikes - 1] ?? '',
    rule: seen.reasons[rule ?? '']?.rule ?? '',
    facts,
  };
}

/** How many photos go; a case about one is about that one. */
export const photosOf = ({ photos }: Draft, kind: ItemKind) => (isOfPhoto(kind) ? 1 : photos.length);

/** What the member would read of a draft: of what goes with a ban for good by itself, for it is told at once. */
export function draftedOf(draft: Draft, kind: ItemKind, seen: OpenCase): readonly Statement[] {
  const { measure, rule, features, takesTexts, takesName } = draft;
  const decided = {
    measure,
    rule,
    facts: factsOf(draft, seen),
    features: measure === 'feature-limit' ? features : [],
    strikes: STRIKES[measure] ?? 0,
    photos: photosOf(draft, kind),
    takes_texts: takesTexts,
    takes_name: takesName,
  };
  if (measure !== 'permanent-ban' || !(decided.photos || takesTexts || takesName)) return [statementOf(decided, seen)];
  const ban = { ...decided, photos: 0, takes_texts: false, takes_name: false };
  return [statementOf({ ...decided, measure: 'remove-content' }, seen), statementOf(ban, seen)];
}

/** Whether all is said that the measure needs. */
export const isWhole = (draft: Draft, kind: ItemKind) => {
  const { reason, measure, features, days, photoReason, takesTexts, takesName } = draft;
  const photos = photosOf(draft, kind);
  return (
    reason !== undefined &&
    (measure !== 'feature-limit' || features.length > 0) &&
    (measure !== 'remove-content' || photos > 0 || takesTexts || takesName) &&
    (photos === 0 || photoReason !== '' || !needsPhotoReason(kind)) &&
    (!TIMED.has(measure) || (days >= 1 && days <= 365))
  );
};

export const NOTHING: Verdict = { measure: 'none' };

export function verdictOf(draft: Draft, kind: ItemKind): Verdict {
  const { measure, rule, days, features, photos, photoReason, takesTexts, takesName, facts } = draft;
  return {
    measure,
    rule,
    facts: facts.trim(),
    ...(TIMED.has(measure) ? { days } : {}),
    ...(measure === 'feature-limit' ? { features: [...features] } : {}),
    ...(photos.length > 0 ? { photo_ids: [...photos] } : {}),
    ...(photosOf(draft, kind) > 0 && needsPhotoReason(kind) ? { photo_reason: photoReason } : {}),
    ...(takesTexts ? { takes_texts: true } : {}),
    ...(takesName ? { takes_name: true } : {}),
  };
}
