import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import english from 'ra-language-english';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { forgetSession } from '@/providers/session';
import { server } from '@/testing/server';
import { LANGUAGES, languageOf } from './language';
import { makeI18nProvider } from './provider';

type Tree = { [key: string]: Tree | string };

const frameworks = import.meta.glob<Tree>('./locales/*/framework.json', { import: 'default', eager: true });

/** The texts of a tree by their keys. */
const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const valuesOf = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].sort();

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  '[spec 1.5] the words of react-admin are all there in %s, with the same values',
  (language) => {
    const own = new Map(flat(frameworks[`./locales/${language}/framework.json`] ?? {}));
    const theirs = flat(english as unknown as Tree);
    expect([...own.keys()].sort()).toEqual(theirs.map(([key]) => key).sort());
    const different = theirs.filter(([key, text]) => String(valuesOf(text)) !== String(valuesOf(own.get(key) ?? '')));
    // A plural form for one may leave the number out.
    expect(different.filter(([, text]) => !text.includes('||||'))).toEqual([]);
  },
);

test('[spec 1.5] the console begins in the first language of the browser that it has', () => {
  expect(languageOf(['pt-BR', 'nb-NO', 'de'])).toBe('no');
  expect(languageOf(['pt-BR'])).toBe('en');
});

/** A console in which somebody is signed in who chose this language; returns what is sent and asked. */
async function open(language: string | null) {
  const chosen = { language };
  const asked: (string | null)[] = [];
  forgetSession();
  server.use(
    http.get('*/ops/api/session', ({ request }) => {
      asked.push(request.headers.get('Accept-Language'));
      return HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'l@staff.example', roles: ['support'], ...chosen },
        permissions: ['accounts.members.read'],
        recovery_codes_left: 10,
      });
    }),
    http.put('*/ops/api/session/language', async ({ request }) => {
      chosen.language = ((await request.json()) as { language: string }).language;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/account']}>
      <App i18nProvider={await makeI18nProvider('en')} />
    </MemoryRouter>,
  );
  return asked;
}

test('[spec 1.5, 10.4] a language is chosen on the account page, and shown and sent from then on', async () => {
  const asked = await open(null);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: 'Language' }));
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }));
  expect(await screen.findByRole('heading', { name: 'Sprache' })).toBeVisible();
  expect(document.documentElement.lang).toBe('de');
  expect(asked[0]).toBe('en');
});

test('[spec 1.5, 10.4] a new browser shows the language that the person chose in another', async () => {
  await open('fr');
  expect(await screen.findByRole('heading', { name: 'Langue' })).toBeVisible();
});
