import type { Picture } from '@/kit/blurred-photo';
import { call, newIdempotencyKey } from '@/providers/http';

export const ITEM_KINDS = [
  'photo',
  'profile-text',
  'member-report',
  'photo-report',
  'message-report',
  'risk',
  'evasion',
  'opened',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** A thing to look at, as the queue has it. */
export interface Item {
  id: string;
  kind: ItemKind;
  state: 'open' | 'claimed' | 'decided' | 'gone';
  priority: 1 | 2 | 3;
  signals: readonly string[];
  member_id: string;
  subject_id: string;
  version: number;
  opened_at: string;
  due_at: string;
  claimed_by: string | null;
  decided_by: string | null;
}

export interface Person {
  id: string;
  name: string;
  age: number;
  language: string;
  is_paid: boolean;
  is_fictional: boolean;
  signup_at: string;
}

export interface Said {
  id: string;
  by?: string;
  kind?: string;
  gift?: string | null;
  body: string | null;
  sent_at: string;
}

/** A picture; one without a blurred twin is blurred by the browser. */
export interface ReviewPhoto extends Picture {
  status: string;
  blurred: string;
}

export interface Report {
  id: string;
  number: string;
  reporter_id: string;
  reason: string;
  words: string;
  created_at: string;
  /** Those of the reported profile. */
  photos: readonly ReviewPhoto[];
  evidence: {
    name?: string;
    headline?: string;
    about?: string;
    photos?: readonly string[];
    message?: Said;
    before?: readonly Said[];
  };
}

/** A complaint that support handed over, with what was said in it and what the two wrote each other last. */
export interface Handed {
  number: string;
  by: string;
  reason: string;
  language: string;
  complainant_id: string | null;
  words: readonly { is_theirs: boolean; body: string; at: string }[];
  said: readonly Said[];
}

/** A conversation that a writer for a fictional profile handed over, with what was said last by then. */
export interface HandedByWriter {
  by: string;
  at: string;
  reason: string;
  is_urgent: boolean;
  /** The name of the fictional profile. */
  profile: string;
  conversation: string;
  said: readonly Said[];
}

/** Another account that a sign is about, with its bans and the pictures that are the same. */
export interface Match {
  member: Person & { status: string };
  signals: readonly string[];
  bans: readonly { id: string; number: string; measure: string; rule: string; state: string }[];
  pictures: readonly { photo: ReviewPhoto | null; known: ReviewPhoto | null }[];
}

/** A text in parts, each with whether it is known from frauds. */
export type Marked = readonly { text: string; is_known: boolean }[];

/** What there is to see of a case; the words are what the member reads, in their language. */
export interface Evidence {
  kind: ItemKind | null;
  signals: readonly string[];
  member: Person;
  strikes: number;
  photo: ReviewPhoto | null;
  /** Those of a profile that is looked at as a whole, the main one first. */
  photos: readonly ReviewPhoto[];
  /** Of a decision made before names were looked at, without the name. */
  texts: { name?: string; headline: string; about: string; notes: Record<string, string> } | null;
  /** The name is one of the site or of its people. */
  poses_as_staff: boolean;
  message: Said | null;
  opened: { by: string; reason: string } | null;
  handed: readonly Handed[];
  fiction: readonly HandedByWriter[];
  matches: readonly Match[];
  reports: readonly Report[];
  marked: Record<string, Marked>;
  /** The addresses of photos that were sent, by their messages; null where one is gone. */
  pictures: Record<string, string | null>;
  reasons: Record<string, { rule: string; facts: string }>;
  measures: Record<string, string>;
  features: Record<string, string>;
  /** What a decision covers; of photos, with one, with two and so on. */
  scopes: { account: string; photos: readonly string[]; texts: string; name: string };
  /** What it counts, as one strike, as two. */
  counts: readonly string[];
  photo_reasons: Record<string, string>;
}

export interface OpenCase extends Evidence {
  /** There is a name that may be taken away. */
  can_lose_name: boolean;
  /** What is usual for each rule after so many strikes. */
  proposals: Record<string, string>;
}

export interface DecidedCase extends Evidence {
  /** Whoever looks has signed it already. */
  is_own: boolean;
}

export interface Decision {
  id: string;
  number: string;
  state: string;
  measure: string;
  rule: string | null;
  member_id: string;
  facts: string;
  features: readonly string[];
  days: number | null;
  strikes: number;
  /** How many photos went with it, and whether words and the name did. */
  photos: number;
  takes_texts: boolean;
  takes_name: boolean;
  decided_by: string | null;
  created_at: string;
  due_at: string | null;
  ends_at: string | null;
}

export interface Appeal {
  id: string;
  decision_id: string;
  words: string;
  created_at: string;
  due_at: string;
}

export interface Verdict {
  measure: string;
  rule?: string;
  facts?: string;
  days?: number;
  features?: readonly string[];
  photo_ids?: readonly string[];
  photo_reason?: string;
  takes_texts?: boolean;
  takes_name?: boolean;
}

const post = <Answer>(path: string, body: unknown) =>
  call<Answer>(path, { method: 'POST', body, idempotencyKey: newIdempotencyKey() });

/** Take on the most urgent thing that nobody has in hand. */
export const takeNext = () => post<Item>('/moderation.review', { kinds: [] });

/** Open a case about a member whom nobody reported; it is in the hand of who opens it. */
export const openCase = (values: Record<string, unknown>) => post<{ id: string }>('/moderation.opened', values);

export const getItem = (id: string) => call<Item>(`/moderation.review/${id}`);

/** Do something about a case of the review, a decision or an appeal. */
export const act = <Answer>(resource: 'review' | 'decisions' | 'appeals', id: string, action: string, body = {}) =>
  post<Answer>(`/moderation.${resource}/${id}/actions/${action}`, body);
