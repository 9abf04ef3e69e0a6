import type { RaRecord } from 'react-admin';
import { call } from '@/providers/http';

export const COMPLAINTS = 'moderation.complaints';
export const STATES = ['open', 'waiting', 'answered', 'closed'] as const;
export type State = (typeof STATES)[number];
export const TOPICS = ['payment', 'person', 'account', 'decision', 'privacy', 'other'] as const;
export const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

/** A complaint in the list. */
export interface ComplaintRow extends RaRecord {
  id: string;
  number: string;
  state: State;
  topic: string;
  member_id: string | null;
  /** Who has the address of somebody who did not log in, which proves nothing. */
  matched_id: string | null;
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

/** A ready answer; one without a topic fits every complaint. */
export interface Canned {
  key: string;
  topic: string | null;
  label: string;
  text: string;
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
  /** The day of `due_at` where the site is. */
  due_day: string;
  closed_at: string | null;
  claimed_by: { id: string; name: string } | null;
  is_mine: boolean;
  is_ours: boolean;
  person: { id: string; name: string; status: string; is_paid: boolean; signup_at: string } | null;
  /** Nobody logged in to write this; `person` has the same address. */
  is_matched: boolean;
  messages: Said[];
  colleagues: { id: string; name: string }[];
  canned: Canned[];
  decisions: (Beside & { measure: string })[];
  /** `is_proven` where they were logged in; the rest came from the same address. */
  others: (Beside & { topic: string; is_proven: boolean })[];
  handed: { id: string; name: string; reason: string; state: string; measure: string | null; created_at: string }[];
  /** From which of their conversations was read for cases, and when last. */
  conversations: { id: string; created_at: string }[];
}

/** Where answers go to somebody without an account; the server writes down who looked and why. */
export function showAddress(id: string, values: Record<string, unknown>, idempotencyKey: string) {
  const path = `/${COMPLAINTS}/${id}/actions/address`;
  return call<{ email: string }>(path, { method: 'POST', body: values, idempotencyKey });
}

/** Let moderation look at a member for a complaint. */
export function handOver(id: string, values: Record<string, unknown>, idempotencyKey: string) {
  return call(`/${COMPLAINTS}/${id}/actions/hand-over`, { method: 'POST', body: values, idempotencyKey });
}

/** Open a case for a member or for an address; what was filled in for the other of the two is left out. */
export function openCase(values: Record<string, unknown>, idempotencyKey: string) {
  const { who, member_id, email, site_id, language, ...said } = values;
  const body = who === 'visitor' ? { email, site_id, language, ...said } : { member_id, ...said };
  return call<{ id: string }>(`/${COMPLAINTS}`, { method: 'POST', body, idempotencyKey });
}
