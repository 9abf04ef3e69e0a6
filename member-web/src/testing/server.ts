import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** What every page of the members area asks for: this member has no discount. */
const noDiscount = http.get('*/api/v1/discount-code', () =>
  HttpResponse.json({ code: 'billing.discount-not-found' }, { status: 404 }),
);

/** The edge of the network in tests; each test says what its server answers. */
export const server = setupServer(noDiscount);
