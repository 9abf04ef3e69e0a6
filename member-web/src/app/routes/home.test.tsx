import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { aSettings } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

beforeEach(() => server.use(http.get('*/api/v1/search', () => HttpResponse.json({ results: [] }))));

async function priceList(messageCredits: number) {
  await renderApp('/', { settings: aSettings({ message_credits: messageCredits, gift_credits: 10 }) });
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map((row) => row.textContent).slice(1, 3);
}

it('[spec 9.7] names what a message and a gift cost at least in the visitor’s country', async () => {
  expect(await priceList(5)).toEqual(['Message5 credits, from €0.70', 'Small gift10 credits, from €1.40']);
});

it('calls a free message free, and names no money where none follows from it', async () => {
  expect(await priceList(0)).toEqual(['MessageFree', 'Small gift10 credits']);
});
