import { render, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const JOB = { started_at: null, finished_at: '2026-11-25T03:00:00Z', milliseconds: 12, failures: 0, is_late: false };

test('[spec 10.4] a worker that is missing and a job that is late stand out', async () => {
  const permissions = ['platform.figures.read', 'platform.duties.read'];
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({ staff: { id: '1', name: 'Linden', email: 'l@staff.example', roles: [] }, permissions }),
    ),
    http.get('*/ops/api/figures', () => HttpResponse.json({ figures: [], sources: [], bounds: [] })),
    http.get('*/ops/api/waiting', () => HttpResponse.json({ queues: [] })),
    http.get('*/ops/api/engines', () =>
      HttpResponse.json({
        engines: [
          { name: 'database', address: null, is_well: true, refusal: null, milliseconds: 2 },
          { name: 'search', address: 'a:7700', is_well: true, refusal: null, milliseconds: 3 },
          { name: 'search', address: 'b:7700', is_well: false, refusal: 'invalid_api_key', milliseconds: null },
          { name: 'workers', address: null, is_well: false, refusal: null, milliseconds: null },
        ],
        jobs: [
          { ...JOB, name: 'accounts.erase_due', is_late: true },
          { ...JOB, name: 'billing.audit_ledger' },
          { ...JOB, name: 'billing.check_payments', failures: 2, is_late: true },
        ],
        waiting: { events: 0, seconds_behind: 0, duties: 3, duties_behind: 61, given_up: 1 },
      }),
    ),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  const view = within(await screen.findByRole('region', { name: 'Services' }));
  const told = (name: string) => view.getByText(name).closest('div');
  expect(await view.findByText('not responding')).toBeInTheDocument();
  expect(told('Workers')).toHaveTextContent('not responding');
  expect(told('Search a:7700')).toHaveTextContent('3 ms');
  expect(told('Search b:7700')).toHaveTextContent('refuses requests (invalid_api_key)');
  const isWell = (name: string) => told(name)?.dataset['well'];
  const names = ['Workers', 'Database', 'Oldest event waiting for', 'Oldest job waiting for', 'Failed jobs'];
  expect(names.map(isWell)).toEqual(['false', 'true', 'true', 'false', 'false']);
  const badges = view.getAllByRole('rowheader').map((row) => row.textContent);
  expect(badges).toEqual([
    'accounts.erase_due overdue',
    'billing.audit_ledger ',
    'billing.check_payments failed 2 times in a row',
  ]);
});
