import type { RaRecord } from 'react-admin';
import type { Money } from '@/kit/money';

export const REFUNDS = 'billing.refunds';
export const ORDERS = 'billing.orders';
export const FIGURES = 'billing.refund-figures';

export const REASONS = ['credits-used', 'too-late', 'paid-back-already', 'details-missing', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/** A refund in the list. */
export interface RefundRow extends RaRecord {
  id: string;
  state: string;
  reason: string;
  amount_minor: Money;
  member_id: string;
  created_at: string;
}

export interface FiguresRow extends RaRecord {
  id: string;
  waiting: number;
  waiting_minor: Money;
  paid_minor: Money;
  median_hours: number | null;
  refused: number;
  asked: number;
}

/** How an order stands: what became of its credits, and what can still go back. */
export interface Standing {
  order_id: string;
  ordered_at: string;
  member: { id: string; name: string; language: string };
  /** That were given for the payment: none where it goes back because it could not be taken. */
  credits: number;
  used: number;
  unspent: number;
  held: number;
  returned: number;
  paid: Money;
  price_per_credit: Money;
  used_worth: Money;
  worth: Money;
  left: Money;
  refunded: Money;
  charged_back: Money;
  /** The end of the member’s own right to a refund; null where there is none. */
  until: string | null;
  is_in_time: boolean;
  approval_limit: Money;
  method: string;
  provider: string;
  provider_ref: string | null;
  payment_state: string;
  provider_asked_at: string | null;
}

export interface RefundCase {
  id: string;
  state: string;
  ground: string;
  amount: Money;
  credits: number;
  note: string;
  needs_approval: boolean;
  asked_by: string;
  decided_by: string | null;
  can_approve: boolean;
  /** A bank has the money already. */
  is_taken_back: boolean;
  /** It did not arrive, and no credits were given that the member could have used instead. */
  can_send_again: boolean;
  decide_until: string;
  created_at: string;
  submitted_at: string | null;
  settled_at: string | null;
  refused_for: Reason | null;
  provider_ref: string | null;
  /** Its number, once the money has arrived. */
  credit_note: string | null;
  standing: Standing;
  reads: {
    language: string;
    going: string[];
    refused: Record<Reason, string[]>;
    said: string[] | null;
  };
}

export interface Preview {
  amount: Money;
  worth: Money;
  needs_approval: boolean;
  language: string;
  reads: string[];
}

const ENDED = new Set(['refunded', 'failed', 'canceled', 'rejected', 'requested']);

/** Whether something happens to a refund elsewhere, so that it is worth looking again. */
export const isUnderWay = (state: string) => !ENDED.has(state);
