import type { RaRecord } from 'react-admin';

export const COMPLAINTS = 'moderation.complaints';
export const STATES = ['open', 'waiting', 'answered', 'closed'] as const;
export type State = (typeof STATES)[number];

/** A complaint in the list. */
export interface ComplaintRow extends RaRecord {
  id: string;
  number: string;
  state: State;
  topic: string;
  member_id: string | null;
  due_at: string;
  claimed_by: string | null;
}

export interface Said {
  id: string;
  author: 'complainant' | 'staff' | 'note';
  by: string | null;
  body: string;
  at: string;
  is_mailed: boolean;
}

interface Beside {
  id: string;
  number: string;
  state: string;
  created_at: string;
}

/** A complaint with all that answering it needs. */
export interface ComplaintCase {
  id: string;
  number: string;
  topic: string;
  state: State;
  language: string;
  created_at: string;
  due_at: string | null;
  closed_at: string | null;
  claimed_by: { id: string; name: string } | null;
  is_mine: boolean;
  is_ours: boolean;
  person: { id: string; name: string; status: string; is_paid: boolean; signup_at: string } | null;
  messages: Said[];
  colleagues: { id: string; name: string }[];
  canned: { key: string; label: string; text: string }[];
  decisions: (Beside & { measure: string })[];
  others: (Beside & { topic: string })[];
  conversations: { id: string; conversation_id: string; role: string; created_at: string }[];
}
