import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Boot } from '@/api/boot';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

type Page = NonNullable<Boot['page']>;

const line = (text: string) => [{ kind: 'text' as const, text }];

const TERMS: Page = {
  token: 'terms',
  path: '/pages/terms',
  language: 'en',
  languages: ['de', 'en', 'nl'],
  title: 'Terms of use',
  description: 'What you may expect.',
  dated: '2023-12-01',
  blocks: [
    { kind: 'heading', level: 2, id: 'one', content: line('One') },
    {
      kind: 'paragraph',
      content: [
        { kind: 'link', href: '/pricing', content: line('prices') },
        { kind: 'break' },
        { kind: 'link', href: 'mailto:help@example.org', content: [{ kind: 'emphasis', content: line('mail') }] },
      ],
    },
    { kind: 'heading', level: 2, id: 'two', content: line('Two') },
    { kind: 'list', ordered: true, items: [[{ kind: 'paragraph', content: line('first') }]] },
    { kind: 'heading', level: 2, id: 'three', content: line('Three') },
    { kind: 'table', head: [line('What'), line('How long')], rows: [[line('Cookies'), line('a year')]] },
    { kind: 'quote', items: [[{ kind: 'paragraph', content: line('To us') }]] },
  ],
};

describe('a static page', () => {
  it('[spec 2.30, 9.6] shows what came with it, without asking', async () => {
    await renderApp('/pages/terms', { page: TERMS });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of use');
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    const anchors = contents.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(new Set(anchors)).toEqual(new Set(['#one', '#two', '#three']));
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'prices' })).toHaveAttribute('href', '/pricing');
    expect(main.getByRole('link', { name: 'mail' })).toHaveAttribute('href', 'mailto:help@example.org');
    expect(main.getByRole('columnheader', { name: 'How long' })).toBeInTheDocument();
    expect(main.getByText('Version of 1 December 2023')).toBeVisible();
    expect(main.getByRole('link', { name: 'Nederlands' })).toHaveAttribute('href', '/pages/terms?lang=nl');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('[spec 2.30, 1.5] says in the reader’s language that it is in another', async () => {
    await renderApp('/pages/terms', { page: TERMS, language: 'de' });
    expect(screen.getByRole('note')).toHaveTextContent('nur in dieser: Englisch.');
    expect(screen.getByRole('article')).toHaveAttribute('lang', 'en');
  });

  it('[spec 2.30] leads to its one address', async () => {
    server.use(http.get('*/api/v1/pages/terms', () => HttpResponse.json(TERMS)));
    const { router } = await renderApp('/terms?ref=spring');
    expect(router.state.location.pathname + router.state.location.search).toBe('/pages/terms?ref=spring');
  });

  it('[spec 2.30, 2.44] is not found where nobody wrote it', async () => {
    server.use(
      http.get('*/api/v1/pages/nothing', () =>
        HttpResponse.json({ code: 'sites.page-unknown', detail: 'There is no page nothing.' }, { status: 404 }),
      ),
    );
    await renderApp('/pages/nothing');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be found');
  });
});
