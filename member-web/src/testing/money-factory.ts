import type { Schemas } from '@/api/types';

const euros = (minor: number) => ({ minor, currency: 'EUR' });

/** A bundle of 24 messages without a discount. */
export function aBundle(changes: Partial<Schemas['BundleOut']> = {}): Schemas['BundleOut'] {
  return {
    id: '0b8f2f2a-0000-4000-a000-000000000120',
    credits: 120,
    price: euros(1999),
    discounted: null,
    messages: 24,
    message_price: euros(84),
    ...changes,
  };
}

/** A shop with two bundles, for somebody who never bought anything. */
export function aShop(changes: Partial<Schemas['ShopOut']> = {}): Schemas['ShopOut'] {
  return {
    country: 'NL',
    currency: 'EUR',
    vat_percent: 21,
    bundles: [
      aBundle({
        id: '0b8f2f2a-0000-4000-a000-000000000050',
        credits: 50,
        messages: 10,
        price: euros(999),
        message_price: euros(100),
      }),
      aBundle(),
    ],
    discount: null,
    can_repeat: null,
    ...changes,
  };
}

/** The time bonus, with an hour to go. */
export function aDiscount(changes: Partial<Schemas['DiscountOut']> = {}): Schemas['DiscountOut'] {
  return {
    code: 'TIMEBONUS25',
    country: null,
    user_id: null,
    expires: '2026-11-20T13:00:00Z',
    value_percentage: 25,
    currency: null,
    minimum_order_value: 0,
    status: 'active',
    validity: 14_400,
    expired: false,
    paymentmethods: null,
    occasion: 'time-bonus',
    why: '25% off your first order, in the first 4 hours after you signed up.',
    server_now: '2026-11-20T12:00:00Z',
    ...changes,
  };
}

/** What a bundle of 24 messages costs. */
export function aQuote(changes: Partial<Schemas['QuoteOut']> = {}): Schemas['QuoteOut'] {
  return {
    credits: 120,
    gross: euros(1999),
    discount: euros(0),
    total: euros(1999),
    vat: euros(347),
    vat_percent: 21,
    code: '',
    why: '',
    ...changes,
  };
}

/** A Dutch member's ways to pay, none saved. */
export function theMethods(changes: Partial<Schemas['MethodsOut']> = {}): Schemas['MethodsOut'] {
  return {
    methods: [
      {
        id: 'ideal',
        name: 'iDEAL',
        can_save: false,
        issuers: [
          { id: 'ideal_RABONL2U', name: 'Rabobank' },
          { id: 'ideal_TRIONL2U', name: 'Triodos Bank' },
        ],
      },
      { id: 'creditcard', name: 'Card', can_save: true, issuers: [] },
      { id: 'paypal', name: 'PayPal', can_save: true, issuers: [] },
      { id: 'directdebit', name: 'Direct debit', can_save: false, issuers: [] },
    ],
    saved: [],
    ...changes,
  };
}

/** A try to pay that is open at the provider. */
export function aPayment(changes: Partial<Schemas['PaymentOut']> = {}): Schemas['PaymentOut'] {
  return {
    id: '0b8f2f2a-0000-4000-a100-000000000001',
    method: 'paypal',
    state: 'open',
    failure: null,
    mandate_id: null,
    created_at: '2026-11-20T12:00:00Z',
    ...changes,
  };
}

/** An order of 24 messages that nobody has paid yet. */
export function anOrder(changes: Partial<Schemas['OrderOut']> = {}): Schemas['OrderOut'] {
  return {
    id: '0b8f2f2a-0000-4000-a200-000000000001',
    bundle_id: aBundle().id,
    origin: 'shop',
    state: 'loading',
    credits: 120,
    gross: euros(1999),
    discount: euros(0),
    discount_code: '',
    total: euros(1999),
    vat: euros(347),
    vat_percent: 21,
    invoice: null,
    created_at: '2026-11-20T12:00:00Z',
    completed_at: null,
    payments: [aPayment()],
    refunds: [],
    refund_until: null,
    refund_offer: null,
    checkout_url: null,
    can_retry: false,
    ...changes,
  };
}
