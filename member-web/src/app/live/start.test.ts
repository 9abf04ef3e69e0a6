import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, loginEnded } from '@/api/client';
import { isLive } from '@/api/live';
import { createQueryClient } from '@/app/query-client';
import { seed } from '@/app/seed';
import { pushed } from '@/lib/push';
import { localStore } from '@/lib/safe-storage';
import { matchKey, showMatch, type NewLike } from '@/shared/like/match';
import { aBoot, aCard, aUser } from '@/testing/factories';
import { server } from '@/testing/server';
import { startLive } from './start';
import { openStream, type StreamEvents } from './stream';

vi.mock('./stream', () => ({ openStream: vi.fn() }));

const ME = aUser();
/** Only ends what hangs. */
const HANGS = { timeout: 50_000 };
let client: QueryClient;
let stop: () => void;
let asked: string[];

const pass = (milliseconds = 100) => vi.advanceTimersByTimeAsync(milliseconds);
const stream = () => vi.mocked(openStream).mock.lastCall?.[2] as StreamEvents;
const tell = (topic: string, facts: object = {}) =>
  stream().onEvent({ name: 'signal', data: JSON.stringify({ topic, ...facts }) });
const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const shown = () => client.getQueryData<NewLike | null>(matchKey)?.name;

/** A page that shows the user, the chats and the likes, and says which of them it asks for. */
async function open() {
  client = createQueryClient();
  seed(client, aBoot({ user: ME }));
  asked = [];
  for (const name of ['user', 'chats', 'likes']) {
    const queryFn = () => {
      asked.push(name);
      return name === 'user' ? ME : [];
    };
    new QueryObserver<unknown>(client, { queryKey: [name], queryFn }).subscribe(() => undefined);
  }
  stop = startLive(client, ME.id);
  stream().onOpen();
  await pass();
  asked.length = 0;
}

/** A conversation as the cache holds it. */
function aConvo(isWatched: boolean) {
  const convo = {
    isWatched,
    hear: vi.fn(() => Promise.resolve()),
    hearTyping: vi.fn(),
    hearPresence: vi.fn(),
    begin: vi.fn(),
    getSnapshot: () => ({ head: { id: 'c1' } }),
  };
  client.setQueryData(['convo', 'c1'], convo);
  return convo;
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.mocked(openStream).mockReturnValue(() => undefined);
  await open();
});
afterEach(() => {
  stop();
  localStore.removeItem('hearth-matches');
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a page with an open stream', () => {
  it('asks for nothing by itself', async () => {
    expect(isLive()).toBe(true);
    await pass(600_000);
    expect(asked).toEqual([]);
  });

  it('[spec 9.4] polls 5 s after the stream is lost, every 60 s, and not any more once it is back', async () => {
    stream().onEnd(503);
    expect(isLive()).toBe(false);
    await pass(5_100);
    expect(asked).toEqual(['user', 'chats', 'likes']);
    await pass(60_000);
    stream().onOpen();
    asked.length = 0;
    await pass(600_000);
    expect(asked).toEqual([]);
  });

  it('[spec 9.4] polls 5 s after the page starts, where the stream is not answered', async () => {
    stop();
    stop = startLive(client, ME.id);
    await pass(4_900);
    expect(asked).toEqual([]);
    await pass(200);
    expect(asked).toEqual(['user', 'chats', 'likes']);
    stream().onOpen();
    asked.length = 0;
    await pass(600_000);
    expect(asked).toEqual([]);
  });

  it('[spec 7.17] reads chats and likes anew when a push message comes', async () => {
    pushed.emit();
    await pass();
    expect(asked).toEqual(['user', 'chats', 'likes']);
  });

  it('reads everything anew after a reset', async () => {
    const convo = aConvo(true);
    stream().onEvent({ name: 'reset', id: '1-0', data: '{}' });
    await pass();
    expect(asked).toEqual(['user', 'chats', 'likes']);
    expect(convo.hear).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('makes one request of a burst', async () => {
    Array.from({ length: 20 }, () => tell('message', { conversation_id: 'elsewhere', from_id: 'henk' }));
    await pass();
    expect(asked).toEqual(['user', 'chats']);
  });

  it('lets the conversation in sight ask, which brings list and totals along', async () => {
    const convo = aConvo(true);
    tell('message', { conversation_id: 'c1', from_id: 'henk' });
    await pass();
    expect(convo.hear).toHaveBeenCalledExactlyOnceWith(false);
    expect(asked).toEqual([]);
  });

  it('reads list and totals, too, where nobody looks at the conversation', async () => {
    const convo = aConvo(false);
    tell('message', { conversation_id: 'c1', from_id: 'henk' });
    await pass();
    expect(convo.hear).toHaveBeenCalledOnce();
    expect(asked).toEqual(['user', 'chats']);
  });

  it('lets a conversation that is being loaded ask once it is there', async () => {
    let answer: (convo: unknown) => void = () => undefined;
    void client.fetchQuery({ queryKey: ['convo', 'c2'], queryFn: () => new Promise((resolve) => (answer = resolve)) });
    tell('message', { conversation_id: 'c2', from_id: 'henk' });
    await pass();
    const convo = aConvo(false);
    answer(convo);
    await pass();
    expect(convo.hear).toHaveBeenCalledOnce();
  });

  it('shows that somebody is writing', () => {
    const convo = aConvo(true);
    tell('typing', { conversation_id: 'c1' });
    expect(convo.hearTyping).toHaveBeenCalledOnce();
    expect(client.getQueryData(['typing', 'c1'])).toBeGreaterThan(0);
  });

  it('and no more after six seconds, or once the message is there', async () => {
    tell('typing', { conversation_id: 'c1' });
    await pass(5_000);
    tell('typing', { conversation_id: 'c1' });
    await pass(5_900);
    expect(client.getQueryData(['typing', 'c1'])).toBeGreaterThan(0);
    await pass(200);
    expect(client.getQueryData(['typing', 'c1'])).toBe(0);
    tell('typing', { conversation_id: 'c1' });
    tell('message', { conversation_id: 'c1', from_id: 'henk' });
    expect(client.getQueryData(['typing', 'c1'])).toBe(0);
  });

  it('turns the light beside somebody wherever they are shown, and leaves the rest as it is', () => {
    const [henk, samuel] = [aCard({ name: 'Henk' }), aCard({ name: 'Samuel' })];
    const convo = aConvo(true);
    client.setQueryData(['members'], { pages: [{ results: [henk, samuel] }] });
    client.setQueryData(['likes', 'sent'], { pages: [{ profiles: [samuel] }] });
    const untouched = client.getQueryData(['likes', 'sent']);
    tell('presence', { member_id: henk.id, is_online: true });
    expect(client.getQueryData(['members'])).toEqual({ pages: [{ results: [{ ...henk, is_online: true }, samuel] }] });
    expect(client.getQueryData(['likes', 'sent'])).toBe(untouched);
    expect(convo.hearPresence).toHaveBeenCalledWith(henk.id, true);
  });
});

describe('a tab that nobody sees', () => {
  it('[spec 4.19] keeps its title right, and reads the rest when somebody looks', async () => {
    look('hidden');
    tell('message', { conversation_id: 'c1', from_id: 'henk' });
    await pass();
    expect(asked).toEqual(['user']);
    look('visible');
    await pass();
    expect(asked).toEqual(['user', 'chats']);
  });

  it('lets go of the stream for the back/forward cache, and opens a new one when it comes back', () => {
    vi.mocked(openStream).mockClear();
    window.dispatchEvent(new Event('pagehide'));
    expect(isLive()).toBe(false);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(openStream).toHaveBeenCalledOnce();
  });
});

it('a page in front says so every 20 s, and only while it is', async () => {
  const posted = vi.spyOn(api, 'post');
  const times = () => posted.mock.calls.filter(([path]) => path === '/looking').length;
  await pass(61_000);
  expect(times()).toBe(3);
  look('hidden');
  await pass(120_000);
  expect(times()).toBe(3);
  look('visible');
  await pass();
  expect(times()).toBe(4);
  stop();
  await pass(60_000);
  expect(times()).toBe(4);
});

describe('a session that ended elsewhere', () => {
  it('[spec 6.8] is a login that is missing', () => {
    const missing = vi.fn();
    const off = loginEnded.listen(missing);
    tell('logout');
    expect(missing).toHaveBeenCalledOnce();
    off();
  });

  it('waits for what the member is doing, such as logging out here', async () => {
    const missing = vi.fn();
    const off = loginEnded.listen(missing);
    let finish: (value?: unknown) => void = () => undefined;
    const leaving = client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise((resolve) => (finish = resolve)) });
    void leaving.execute(undefined);
    tell('logout');
    await pass(1_000);
    expect(missing).not.toHaveBeenCalled();
    finish();
    await pass(1_000);
    expect(missing).toHaveBeenCalledOnce();
    off();
  });
});

describe('a match that the stream tells of', () => {
  const henk = aCard({ name: 'Henk' });
  let isMatch = true;

  beforeEach(() => {
    isMatch = true;
    server.use(http.get(`*/api/v1/members/${henk.id}`, () => HttpResponse.json({ ...henk, is_match: isMatch })));
  });

  it('[spec 2.39] opens the overlay, once', async () => {
    tell('match', { member_id: henk.id });
    await vi.waitFor(() => expect(shown()).toBe('Henk'), HANGS);
    client.setQueryData(matchKey, null);
    tell('match', { member_id: henk.id });
    await pass(2_000);
    expect(shown()).toBeUndefined();
  });

  it('[spec 2.39] is not shown again where the own like showed it, or another tab did', async () => {
    showMatch(client, henk);
    client.setQueryData(matchKey, null);
    tell('match', { member_id: henk.id });
    await pass(2_000);
    expect(shown()).toBeUndefined();
  });

  it.each([
    ['a dialog is open', () => document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' }))],
    [
      'the member is writing',
      () => {
        const field = Object.assign(document.createElement('textarea'), { value: 'Dear' });
        document.body.append(field);
        field.focus();
      },
    ],
    ['nobody looks', () => look('hidden')],
  ])('waits while %s', async (_, begin) => {
    begin();
    tell('match', { member_id: henk.id });
    await pass(3_000);
    expect(shown()).toBeUndefined();
    document.body.replaceChildren();
    look('visible');
    await vi.waitFor(() => expect(shown()).toBe('Henk'), HANGS);
  });

  it('is none any more where the like was taken back while it waited', async () => {
    look('hidden');
    tell('match', { member_id: henk.id });
    await pass(3_000);
    isMatch = false;
    look('visible');
    await pass(3_000);
    expect(shown()).toBeUndefined();
  });

  it('is none with somebody who is gone by then', async () => {
    server.use(http.get(`*/api/v1/members/${henk.id}`, () => HttpResponse.json({}, { status: 404 })));
    tell('match', { member_id: henk.id });
    await pass(2_000);
    expect(shown()).toBeUndefined();
  });
});
