import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/api/api-error';
import { localStore } from '@/lib/safe-storage';
import { aGift, aMessage } from '@/testing/factories';
import { keepDraft, keepUnsent, readDraft, readUnsent } from './kept';
import { firstUnread, logItems, mergeMessages, summary } from './messages';
import { isRefused, remedy } from './refusals';
import { findChats } from './search';
import { charactersLeft, countCharacters, messagesLeft } from './writing';

const PAIR = { memberId: 'ruth', partnerId: 'henk' };

afterEach(() => {
  keepDraft(PAIR, '');
  keepUnsent(PAIR, []);
});

describe('messages', () => {
  it('are joined in order, each once, and the newer copy counts', () => {
    const known = [aMessage({ seq: 2 }), aMessage({ seq: 3, is_read: false })];
    const merged = mergeMessages(known, [aMessage({ seq: 3, is_read: true }), aMessage({ seq: 1 })]);
    expect(merged.map(({ seq, is_read: isRead }) => [seq, isRead])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  it('have a line where a day begins and one where the unread ones begin', () => {
    const messages = [
      aMessage({ seq: 1, sent_at: '2026-11-18T12:00:00Z' }),
      aMessage({ seq: 2, sent_at: '2026-11-20T12:00:00Z' }),
      aMessage({ seq: 3, sent_at: '2026-11-20T12:01:00Z', is_read: false }),
    ];
    const kinds = logItems(messages, firstUnread(messages)).map((item) => item.type);
    expect(kinds).toEqual(['day', 'message', 'day', 'message', 'new', 'message']);
  });

  it('of one’s own are never the first unread one', () =>
    expect(firstUnread([aMessage({ is_mine: true, is_read: false })])).toBeNull());
});

it.each([
  [null, 'Hello', 'Hello'],
  [aGift(), '', 'A rose'],
  [aGift(), 'For you', 'A rose: For you'],
])('a message with %o and "%s" is "%s" on one line', (gift, body, line) => expect(summary({ gift, body })).toBe(line));

describe('writing', () => {
  it('counts as the server does: composed characters, without white space around', () =>
    expect(countCharacters(' e\u0301🌷 \n')).toBe(2));

  it.each([
    [899, undefined],
    [900, 100],
    [1001, -1],
  ])('after %i of 1000 characters says %s', (typed, left) =>
    expect(charactersLeft('x'.repeat(typed), 1000)).toBe(left),
  );

  it('knows how many messages a balance pays for', () => {
    expect(messagesLeft(14, 5)).toBe(2);
    expect(messagesLeft(14, 0)).toBeUndefined();
  });
});

describe('a refusal', () => {
  it.each([
    [new ApiError(402, { code: 'billing.insufficient-credits' }), true, 'bundle'],
    [new ApiError(403, { code: 'messaging.too-many-conversations' }), true, 'premium'],
    [new ApiError(409, { code: 'messaging.acknowledge-fictional' }), true, 'acknowledge'],
    [new ApiError(422, { code: 'messaging.too-long' }), true, 'none'],
    [new ApiError(409, { code: 'idempotency.still-running' }), false, 'none'],
    [new ApiError(503), false, 'none'],
    [new ApiError(0), false, 'none'],
    [undefined, false, 'none'],
  ])('%o: nothing was charged: %s; what helps: %s', (error, refused, helps) => {
    expect(isRefused(error)).toBe(refused);
    expect(remedy(error)).toBe(helps);
  });
});

describe('search in the list', () => {
  const line = (name: string, excerpt: string) => ({ profile: { name }, last_message: { excerpt } });
  const lines = [line('Zoë', 'See you at ten'), line('Henk', 'Zoete kersen')];

  it.each([
    ['', 2],
    ['zoe', 2],
    ['ZOE ten', 1],
    ['plums', 0],
  ])('"%s" finds %i', (words, count) => expect(findChats(lines, words)).toHaveLength(count));
});

describe('what is kept on the device', () => {
  it('is a draft for each pair of people', () => {
    keepDraft(PAIR, 'Dear Henk');
    expect(readDraft(PAIR)).toBe('Dear Henk');
    expect(readDraft({ ...PAIR, memberId: 'somebody else' })).toBe('');
  });

  it('is a message without an answer, with its key, to be tried again', () => {
    keepUnsent(PAIR, [{ key: 'key-1', body: 'Hello', state: 'sending' }]);
    expect(readUnsent(PAIR)).toEqual([{ key: 'key-1', body: 'Hello', state: 'failed' }]);
    keepUnsent(PAIR, [{ key: 'key-2', body: '', gift: aGift(), state: 'sending' }]);
    expect(readUnsent(PAIR)).toEqual([{ key: 'key-2', body: '', gift: aGift(), state: 'failed' }]);
  });

  it('leaves nothing behind once it is sent', () => {
    keepDraft(PAIR, 'Dear Henk');
    keepDraft(PAIR, '');
    expect(localStore.getItem('hearth-draft-ruth-henk')).toBeNull();
  });
});
