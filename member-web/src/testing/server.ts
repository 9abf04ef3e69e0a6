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

/** No conversation of this member ended. */
const noneEnded = http.get('*/api/v1/ended-conversations', () =>
  HttpResponse.json({ conversations: [], has_more: false }),
);

/** No stream: pages poll, unless a test brings a stream of its own. */
const noStream = http.get('*/live', () => new HttpResponse(null, { status: 503 }));

/** A page in front says so; tests need not care. */
const looking = http.post('*/api/v1/looking', () => new HttpResponse(null, { status: 204 }));

/** The edge of the network in tests; each test says what its server answers. */
export const server = setupServer(noDiscount, noneEnded, noStream, looking, ...nobody);
