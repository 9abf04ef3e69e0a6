import type { RaRecord } from 'react-admin';
import type { Money } from '@/kit/money';
import { call } from '@/providers/http';

export const FICTION = 'moderation.fiction';
export const STATES = ['waiting', 'later', 'answered'] as const;
export type State = (typeof STATES)[number];

/** A conversation in the list; what was written is not in it. */
export interface FictionRow extends RaRecord {
  id: string;
  state: State;
  profile: string;
  member: string;
  language: string;
  unread: number;
  since: string | null;
  last_at: string;
  held_by: string | null;
}

export interface Said {
  id: string;
  seq: number;
  is_ours: boolean;
  by: string | null;
  is_truth: boolean;
  body: string;
  gift: string | null;
  photo: { status: string; preview: string | null } | null;
  sent_at: string;
  signs: ('distress' | 'asks-real' | 'claims-real')[];
}

export interface Note {
  id: string;
  by: string;
  body: string;
  at: string;
  erase_at: string;
}

/** A conversation with all that answering it needs, for who has it in hand. */
export interface FictionCase {
  id: string;
  site: string;
  seen: number;
  waits: boolean;
  until: string | null;
  profile: { name: string; age: number; city: string | null; headline: string; about: string };
  member: { name: string; age: number; since: string; language: string };
  disclosure: { label: string; warning: string; acknowledged_at: string | null };
  truth: string;
  messages: Said[];
  has_more: boolean;
  notes: Note[];
  /** Who handed it to moderation and why, while nobody has decided. */
  handed: { by: string; at: string; reason: string; is_urgent: boolean } | null;
  care: { spent: { credits: number; money: Money | null } | null; distress: boolean; asks_real: boolean };
}

/** Let moderation look at the member of a conversation. */
export function handOver(id: string, values: Record<string, unknown>, idempotencyKey: string) {
  return call(`/${FICTION}/${id}/actions/hand-over`, { method: 'POST', body: values, idempotencyKey });
}
