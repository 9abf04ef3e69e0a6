import { expect, it } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { aUser } from '@/testing/factories';
import { endLogin, enter, pageKey, userQuery } from './session';
import type { User } from './types';
import { placesQuery, referenceQuery, regionsQuery } from '@/shared/reference/reference';

const FOR_EVERYBODY: [string, readonly unknown[]][] = [
  ['a static page', pageKey('faq', 'en')],
  ['names of choices', referenceQuery('en').queryKey],
  ['regions', regionsQuery('en', 'NL').queryKey],
  ['places', placesQuery('NL', 'utr').queryKey],
  ['prices', ['prices']],
  ['the words of a lander', ['lander', 'video', '', 'en']],
];

it.each(FOR_EVERYBODY)('%s: a login and its end ask for nothing again that is the same for everybody', (_, key) => {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, null);
  client.setQueryData(key, 'what was answered');
  enter(client, aUser());
  expect(client.getQueryState(key)).toMatchObject({ data: 'what was answered', isInvalidated: false });
  endLogin(client);
  expect(client.getQueryState(key)).toMatchObject({ data: 'what was answered', isInvalidated: false });
});

it('what one member was told is gone when another enters', () => {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, aUser());
  client.setQueryData(['profile'], 'of the first');
  enter(client, aUser({ id: '0b8f2f2a-0000-4000-8000-000000000099' }));
  expect(client.getQueryData(['profile'])).toBeUndefined();
});

it('an answer about the member that comes after the logout does not bring them back', async () => {
  const client = createQueryClient();
  let answer = (_user: User): void => undefined;
  const answered = new Promise<User>((resolve) => (answer = resolve));
  client.setQueryData(userQuery.queryKey, aUser());
  const asked = client.fetchQuery({ ...userQuery, queryFn: () => answered, staleTime: 0 });
  enter(client, null);
  answer(aUser());
  await asked;
  expect(client.getQueryData(userQuery.queryKey)).toBeNull();
});
