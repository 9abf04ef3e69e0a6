import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** What every page of the members area asks for: this member has no discount. */
const noDiscount = http.get('*/api/v1/discount-code', () =>
  HttpResponse.json({ code: 'billing.discount-not-found' }, { status: 404 }),
);

/** What a member's home shows beside: nobody. */
const nobody = [
  http.get('*/api/v1/visitors', () => HttpResponse.json({ profiles: [], total: 0, page: 1, pages: 0 })),
  http.get('*/api/v1/search', () => HttpResponse.json({ results: [] })),
];

/** The edge of the network in tests; each test says what its server answers. */
export const server = setupServer(noDiscount, ...nobody);
