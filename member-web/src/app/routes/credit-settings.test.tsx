import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { aBundle, aShop } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const euros = (minor: number) => ({ minor, currency: 'EUR' });
const card = { id: '0b8f2f2a-0000-4000-b000-000000000001', method: 'creditcard', label: 'Visa 4242' };
const noLimit: Schemas['SpendingLimitOut'] = {
  limit: null,
  next: null,
  next_at: null,
  spent: euros(1999),
  month_ends: '2026-12-01T00:00:00+01:00',
};
const statement: Schemas['StatementOut'] = {
  month: '2026-11',
  starts: '2026-11-01T00:00:00+01:00',
  ends: '2026-12-01T00:00:00+01:00',
  entries: [
    {
      at: '2026-11-20T12:00:00Z',
      kind: 'order',
      order_id: '0b8f2f2a-0000-4000-8000-000000000009',
      credits: 120,
      amount: euros(1999),
      paper: '2026-000001',
    },
  ],
  spending: [
    { conversation_id: '0b8f2f2a-0000-4000-9100-000000000001', name: 'Piet', credits: 15, amounts: [euros(83)] },
    { conversation_id: '0b8f2f2a-0000-4000-9100-000000000002', name: null, credits: 5, amounts: [] },
  ],
  totals: [euros(1999)],
  credits: 20,
};

type Rule = Schemas['ReloadRuleOut'];
const aRule = (changes: Partial<Rule> = {}): Rule => ({
  bundle: aBundle(),
  method: card,
  threshold: 20,
  monthly_cap: euros(3998),
  spent: euros(0),
  failures: 0,
  next_try_at: '2026-01-01T00:00:00Z',
  agreed_at: '2026-11-20T12:00:00Z',
  ended_at: null,
  end_reason: null,
  ...changes,
});

/** A server that takes what it is sent; `sent` is what came, newest last. */
function withSettings({ saved = [card], rule = null }: { saved?: (typeof card)[]; rule?: Rule | null } = {}) {
  const sent: unknown[] = [];
  const { bundles } = aShop();
  server.use(
    http.get(`${V1}/shop`, () => HttpResponse.json(aShop())),
    http.get(`${V1}/saved-methods`, () => HttpResponse.json(saved)),
    http.get(`${V1}/statements`, () => HttpResponse.json(statement)),
    http.get(`${V1}/spending-limit`, () => HttpResponse.json(noLimit)),
    http.put(`${V1}/spending-limit`, async ({ request }) => {
      const body = (await request.json()) as Schemas['SpendingLimitIn'];
      sent.push(body);
      return HttpResponse.json({ ...noLimit, limit: body.minor === null ? null : euros(body.minor) });
    }),
    http.get(`${V1}/reload-rule`, () => HttpResponse.json({ rule })),
    http.put(`${V1}/reload-rule`, async ({ request }) => {
      const body = (await request.json()) as Schemas['ReloadRuleIn'];
      sent.push(body);
      const bundle = bundles.find(({ id }) => id === body.bundle_id);
      if (!bundle) return new HttpResponse(null, { status: 404 });
      const { id, credits, price } = bundle;
      const monthly_cap = euros(body.monthly_cap_minor);
      rule = aRule({ bundle: { id, credits, price }, threshold: body.threshold, monthly_cap });
      return HttpResponse.json({ rule });
    }),
    http.delete(`${V1}/reload-rule`, () => {
      sent.push('off');
      rule = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

const member = { user: aUser({ paid_user: true, credits: 118 }) };
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('limits and statements', () => {
  it('sets a limit, and says what a typed word must be', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/credits/settings', member);
    const limit = region('Your spending limit');
    expect(limit.getByText(/You haven’t set a limit\. You’ve spent €19\.99/)).toBeVisible();
    const amount = limit.getByRole('textbox', { name: 'Monthly maximum (€)' });
    await user.type(amount, 'much');
    await user.click(limit.getByRole('button', { name: 'Save limit' }));
    expect(limit.getByText('Enter an amount, such as 25.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(amount);
    await user.type(amount, '25,50');
    await user.click(limit.getByRole('button', { name: 'Save limit' }));
    expect(await limit.findByText(/You can spend at most €25\.50 a month/)).toBeVisible();
    expect(sent).toEqual([{ minor: 2550 }]);
    await user.click(limit.getByRole('button', { name: 'Remove limit' }));
    expect(await limit.findByText(/You haven’t set a limit/)).toBeVisible();
  });

  it('switches auto-reload on only with the box ticked, and off with one press', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/credits/settings', member);
    const reload = region('Auto top-up');
    const box = await reload.findByRole('checkbox');
    expect(box).not.toBeChecked();
    await user.click(reload.getByRole('button', { name: 'Turn on auto top-up' }));
    expect(reload.getByText('Tick the box if you agree.')).toBeVisible();
    await user.click(box);
    await user.selectOptions(reload.getByRole('combobox', { name: 'What to buy' }), '120 credits for €19.99');
    // Consent was to another bundle.
    expect(box).not.toBeChecked();
    await user.click(box);
    expect(sent).toEqual([]);
    await user.click(reload.getByRole('button', { name: 'Turn on auto top-up' }));
    expect(await reload.findByText(/we buy 120 credits for €19\.99 with Visa 4242, for at most €39\.98/)).toBeVisible();
    await user.click(reload.getByRole('button', { name: 'Turn off auto top-up' }));
    expect(await reload.findByText(/Auto top-up is off/)).toBeVisible();
    expect(sent).toEqual([
      {
        bundle_id: '0b8f2f2a-0000-4000-a000-000000000120',
        mandate_id: card.id,
        threshold: 20,
        monthly_cap_minor: 3998,
        agreed: true,
      },
      'off',
    ]);
  });

  it('says that a refund ended auto-reload, which can be switched on again', async () => {
    withSettings({ rule: aRule({ ended_at: '2026-11-21T12:00:00Z', end_reason: 'refunded' }) });
    await renderApp('/credits/settings', member);
    const reload = region('Auto top-up');
    expect(await reload.findByText(/We refunded your unused credits, and auto top-up would have bought/)).toBeVisible();
    expect(reload.queryByText(/You turned it off/)).toBeNull();
    expect(await reload.findByRole('button', { name: 'Turn on auto top-up' })).toBeVisible();
  });

  it('says what is missing for auto-reload', async () => {
    withSettings({ saved: [] });
    await renderApp('/credits/settings', member);
    const reload = region('Auto top-up');
    expect(reload.getByRole('link', { name: 'Go to credits' })).toHaveAttribute('href', '/credits');
    expect(reload.queryByRole('checkbox')).toBeNull();
  });

  it('shows a month with whom and what it cost, and gives it as files', async () => {
    withSettings();
    await renderApp('/credits/settings', member);
    const months = region('Monthly statements');
    expect(await months.findByRole('row', { name: /Piet 15 credits €0\.83/ })).toBeVisible();
    expect(months.getByRole('row', { name: /A former member 5 credits –/ })).toBeVisible();
    expect(months.getByRole('link', { name: 'Order' })).toHaveAttribute(
      'href',
      '/transactions/0b8f2f2a-0000-4000-8000-000000000009',
    );
    expect(months.getByRole('link', { name: 'Download as PDF' }).getAttribute('href')).toMatch(
      /^\/api\/v1\/statements\/\d{4}-\d{2}\.pdf$/,
    );
  });
});
