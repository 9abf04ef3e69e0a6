import type { ItemKind, OpenCase, Verdict } from './api';
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
export const LIMITS = ['messages', 'photos', 'likes', 'profile'] as const;
const MEASURES = ['remove-content', 'warning', 'strike', 'feature-limit', 'timed-ban', 'permanent-ban'] as const;
const REMOVABLE: ReadonlySet<ItemKind> = new Set(['photo', 'photo-report', 'profile-text', 'member-report', 'opened']);

export const TIMED: ReadonlySet<string> = new Set(['feature-limit', 'timed-ban']);
export const STRIKES: Readonly<Record<string, number>> = { strike: 1, 'feature-limit': 1, 'timed-ban': 2 };

/** What somebody is about to decide; nothing is decided without a reason. */
export interface Draft {
  reason: string | undefined;
  measure: string;
  rule: string;
  days: number;
  features: readonly string[];
  facts: string;
}

export const EMPTY: Draft = { reason: undefined, measure: '', rule: '', days: 30, features: [], facts: '' };

/** The reasons of a case: what is wrong with a photo, or which rule is broken. */
export const reasonsOf = (kind: ItemKind): readonly string[] => (isOfPhoto(kind) ? PHOTO_REASONS : RULES);

export const measuresOf = (kind: ItemKind) =>
  MEASURES.filter((measure) => measure !== 'remove-content' || REMOVABLE.has(kind));

/** A draft with a reason, and what is usual for it. */
export function withReason(draft: Draft, reason: string, kind: ItemKind, seen: OpenCase): Draft {
  if (isOfPhoto(kind))
    return { ...draft, reason, measure: draft.measure || 'remove-content', rule: draft.rule || 'photo' };
  return { ...draft, reason, rule: reason, measure: seen.proposals[reason] ?? 'warning' };
}

/** What the member reads as facts: what was written, else the house's words, as the server chooses them. */
export function factsOf({ facts, rule, reason }: Draft, kind: ItemKind, seen: OpenCase): string {
  if (facts.trim() !== '') return facts.trim();
  const ofPhoto = isOfPhoto(kind) && rule === 'photo' && reason ? seen.photo_reasons[reason] : undefined;
  return ofPhoto ?? seen.reasons[rule]?.facts ?? '';
}

/** What the member reads as the measure, with what it keeps them from. */
export function measureOf(
  { measure, features }: { measure: string; features: readonly string[] },
  seen: Pick<OpenCase, 'measures' | 'features'>,
): string {
  const keptFrom = measure === 'feature-limit' ? features.map((feature) => seen.features[feature]).join(', ') : '';
  const text = seen.measures[measure] ?? '';
  return keptFrom === '' ? text : `${text}: ${keptFrom}`;
}

/** Whether all is said that the measure needs. */
export const isWhole = ({ reason, measure, features, days }: Draft) =>
  reason !== undefined &&
  (measure !== 'feature-limit' || features.length > 0) &&
  (!TIMED.has(measure) || (days >= 1 && days <= 365));

export const NOTHING: Verdict = { measure: 'none' };

export function verdictOf({ reason, measure, rule, days, features, facts }: Draft, kind: ItemKind): Verdict {
  return {
    measure,
    rule,
    facts: facts.trim(),
    ...(TIMED.has(measure) ? { days } : {}),
    ...(measure === 'feature-limit' ? { features } : {}),
    ...(isOfPhoto(kind) && reason ? { photo_reason: reason } : {}),
  };
}
