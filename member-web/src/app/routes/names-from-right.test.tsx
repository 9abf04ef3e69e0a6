import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { CHAT, list, openChat, setStage, stage, V1 } from '@/testing/chat-stage';
import { aCard, aProfile, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { renderUi } from '@/testing/render-ui';
import { server } from '@/testing/server';
import { PersonCard } from '@/ui/person-card/person-card';

const NAME = 'محمد علي';
const IN_A_LINE = `\u2068${NAME}\u2069`;

setStage();

/** Expects a name by itself in what stands beside it, so that it turns nothing of that. */
function expectByItself(place: HTMLElement) {
  const name = within(place).getByText(NAME);
  expect(name.tagName === 'BDI' || name.getAttribute('dir') === 'auto').toBe(true);
}

it('stands by itself beside an age on a card, and in the words of its heart', async () => {
  const card = (name: string) => (
    <PersonCard name={name} age={51} place="Utrecht" href="/" picture={null} onLike={() => undefined} />
  );
  await renderUi(
    <>
      {card(NAME)}
      {card('Mila')}
    </>,
  );
  const [arabic, latin] = screen.getAllByRole('heading', { level: 3 }) as [HTMLElement, HTMLElement];
  expectByItself(arabic);
  expect(latin).toHaveTextContent(/^Mila,\s51$/);
  expect(screen.getByRole('button', { name: `Like ${IN_A_LINE}` })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Like Mila' })).toBeVisible();
});

it('stands by itself in the list of conversations and in the head of one', async () => {
  const profile = aCard({ name: NAME, age: 51 });
  stage.chats = [{ ...CHAT, profile }];
  stage.head = { ...stage.head, profile };
  await openChat();
  expectByItself(list());
  expectByItself(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByRole('textbox', { name: `Message ${IN_A_LINE}` })).toBeVisible();
});

it('stands by itself in the title of a profile, with the town and the headline', async () => {
  const profile = aProfile({ name: NAME, age: 51, city: 'القدس', headline: 'يحب البحر' });
  server.use(
    http.get(`${V1}/members/${profile.id}`, () => HttpResponse.json(profile)),
    http.get(`${V1}/members/${profile.id}/similar`, () => HttpResponse.json({ results: [] })),
    http.get(`${V1}/members/${profile.id}/conversation`, () =>
      HttpResponse.json({ conversation_id: null, cost: null }),
    ),
    http.post(`${V1}/members/${profile.id}/visit`, () => new HttpResponse(null, { status: 204 })),
  );
  await renderApp(`/members/${profile.id}`, { user: aUser() });
  expectByItself(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByText(/\u2068القدس\u2069, /)).toBeVisible();
  expect(screen.getByText('“\u2068يحب البحر\u2069”')).toBeVisible();
});
