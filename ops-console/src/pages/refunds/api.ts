import type { Schemas } from '@/providers/schema';

export const REFUNDS = 'billing.refunds';
export const ORDERS = 'billing.orders';
export const FIGURES = 'billing.refund-figures';

export const REASONS = ['credits-used', 'too-late', 'paid-back-already', 'details-missing', 'other'] as const;
export type Reason = (typeof REASONS)[number];
export type RefundRow = Schemas[typeof REFUNDS];
export type Standing = Schemas['StandingOfOrder'];
export type RefundCase = Schemas['RefundCase'];

const ENDED = new Set(['refunded', 'failed', 'canceled', 'rejected', 'requested']);

/** Whether something happens to a refund elsewhere, so that it is worth looking again. */
export const isUnderWay = (state: string) => !ENDED.has(state);
