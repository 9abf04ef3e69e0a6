import type { Schemas } from '@/api/types';

export type Reason = Schemas['ReportIn']['reason'];

/** Why something is reported, the gravest not first: nobody should pick it because it stands at the top. */
const IN_ORDER: Record<Reason, true> = {
  fake: true,
  money: true,
  insult: true,
  sexual: true,
  minor: true,
  danger: true,
  other: true,
};
export const REASONS = Object.keys(IN_ORDER) as readonly Reason[];

/** As many characters as the server takes. */
export const WORDS_MAX = 2000;

/** What is missing before a report can be sent, by field. */
export function missing(reason: Reason | '', words: string): 'reason' | 'words' | undefined {
  if (reason === '') return 'reason';
  return reason === 'other' && !words.trim() ? 'words' : undefined;
}
