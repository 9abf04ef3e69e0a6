import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/api/api-error';
import { localStore } from '@/lib/safe-storage';
import { aGift, aMessage } from '@/testing/factories';
import { blocksOf } from './blocks';
import { keepDraft, keepUnsent, readDraft, readUnsent, withoutSettled } from './kept';
import { firstUnread, logItems, mergeMessages, settledTo, summary } from './messages';
import { pollPause } from './polling';
import { costOf, isRefused, remedy } from './refusals';
import { findChats } from './search';
import { charactersLeft, countCharacters, messagesLeft } from './writing';

const PAIR = { memberId: 'ruth', partnerId: 'henk' };

afterEach(() => {
  keepDraft(PAIR, '');
  keepUnsent(PAIR, [], readUnsent(PAIR));
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
  ['text', null, 'Hello', 'Hello'],
  ['gift', aGift(), '', 'A rose'],
  ['gift', aGift(), 'For you', 'A rose: For you'],
  ['photo', null, '', 'A photo'],
  ['photo', null, 'The dike', 'A photo: The dike'],
] as const)('a %s with %o and "%s" is "%s" on one line', (kind, gift, body, line) =>
  expect(summary({ kind, gift, body }, 'A photo')).toBe(line),
);

describe('a photo', () => {
  const photo = { status: 'processing', width: null, height: null, preview: null, full: null } as const;
  const local = { ...photo, preview: 'blob:mine', full: 'blob:mine' };

  it('stays as it was chosen until the server has its own', () => {
    const first = aMessage({ seq: 4, kind: 'photo', photo: local });
    const known = [first];
    const waiting = mergeMessages(known, [{ ...first, photo }]);
    expect(waiting).toBe(known);
    const ready = { status: 'ready', width: 4, height: 3, preview: '/media/p', full: '/media/f' } as const;
    expect(mergeMessages(known, [{ ...first, photo: ready }])[0]?.photo).toEqual(ready);
  });

  it('is asked about until it is settled', () => {
    const messages = [aMessage({ seq: 1 }), aMessage({ seq: 2, kind: 'photo', photo }), aMessage({ seq: 3 })];
    expect(settledTo(messages, 3)).toBe(1);
    expect(settledTo([aMessage({ seq: 1 })], 3)).toBe(3);
  });

  it('and a gift have prices of their own', () => {
    const unsent = { key: 'k', writtenAt: 0, body: '', state: 'failed' } as const;
    const head = { cost: { credits: 5, money: null }, photo_cost: { credits: 8, money: null } };
    const file = { file: new File([], 'a.jpg'), src: 'blob:a', part: 0 };
    expect(costOf(unsent, head).credits).toBe(5);
    expect(costOf({ ...unsent, photo: file }, head).credits).toBe(8);
    expect(costOf({ ...unsent, gift: aGift() }, head).credits).toBe(15);
  });
});

describe('blocks of messages', () => {
  const many = Array.from({ length: 60 }, (_, index) => aMessage({ seq: index + 1 }));

  it('hold all of them once, in order, and know what came before', () => {
    const blocks = blocksOf(many, []);
    expect(blocks.flatMap(({ messages }) => messages)).toEqual(many);
    expect(blocks.map(({ before }) => before?.seq)).toEqual([undefined, 24, 49]);
  });

  it('in which nothing changed are the very same', () => {
    const blocks = blocksOf(many, []);
    const later = blocksOf([...many, aMessage({ seq: 61 })], blocks);
    expect(later.map((block, index) => block === blocks[index])).toEqual([true, true, false]);
    const earlier = blocksOf(many, blocksOf(many.slice(30), []));
    expect(earlier.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(earlier[2]).toEqual(blocks[2]);
  });

  it('begin no day twice', () => {
    const [, second] = blocksOf(many, []);
    expect(logItems(second?.messages ?? [], null, second?.before)[0]?.type).toBe('message');
  });
});

it.each([
  [0, 2_500],
  [59_999, 2_500],
  [60_000, 5_000],
  [299_999, 5_000],
  [3_600_000, 15_000],
])('after %i ms without news the next question comes in %i ms', (quiet, pause) => expect(pollPause(quiet)).toBe(pause));

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

  it.each([
    ['Lucja', 'Łucja'],
    ['STRAUSS', 'Strauß'],
    ['Joern', 'Jørn'],
    ['Jorn', 'Jørn'],
    ['Juergen', 'Jürgen'],
    ['Jürgen', 'Juergen'],
    ['Joel', 'Joel'],
    ['Asa', 'Åsa'],
    ['Aasa', 'Åsa'],
    ['Thora', 'Þóra'],
    ['Aegir', 'Ægir'],
    ['Isil', 'Işıl'],
    ['DAmbra', 'D’Ambra'],
    ["D'Ambra", 'D’Ambra'],
    ['D´Ambra', "D'Ambra"],
    ['Anne Lotte', 'Anne‑Lotte'],
    ['Saint Clair', 'St. Clair'],
    ['St Clair', 'Saint-Clair'],
    ['ΓΙΩΡΓΟΣ', 'Γιώργοσ'],
    ['❤', 'Mila ❤'],
  ])('"%s" finds %s, and nobody else', (words, name) => {
    const one = { profile: { name }, last_message: { excerpt: '' } };
    const other = { profile: { name: 'Jolanda' }, last_message: { excerpt: 'Bye' } };
    expect(findChats([one, other], words)).toEqual([one]);
  });
});

describe('what is kept on the device', () => {
  it('is a draft for each pair of people', () => {
    keepDraft(PAIR, 'Dear Henk');
    expect(readDraft(PAIR)).toBe('Dear Henk');
    expect(readDraft({ ...PAIR, memberId: 'somebody else' })).toBe('');
  });

  it('is a message without an answer, with the request that its key stands for, to be tried again', () => {
    const writtenAt = Date.now();
    const first = { key: 'key-1', writtenAt, body: 'Hello', to: null, isAcknowledged: true };
    const second = { key: 'key-2', writtenAt, body: '', gift: aGift(), to: 'room' };
    keepUnsent(PAIR, [{ ...first, state: 'sending' }], []);
    expect(readUnsent(PAIR)).toEqual([{ ...first, state: 'failed' }]);
    keepUnsent(PAIR, [{ ...second, state: 'sending' }], [first]);
    expect(readUnsent(PAIR)).toEqual([{ ...second, state: 'failed' }]);
  });

  it('is what every tab could not send, whatever another one keeps', () => {
    const here = { key: 'here', writtenAt: Date.now(), body: 'From here', state: 'failed' } as const;
    const there = { ...here, key: 'there', body: 'From there' };
    keepUnsent(PAIR, [there], []);
    keepUnsent(PAIR, [here], []);
    expect(readUnsent(PAIR)).toEqual([there, here]);
    keepUnsent(PAIR, [], [here]);
    expect(readUnsent(PAIR)).toEqual([there]);
    expect(withoutSettled(PAIR, [here, there])).toEqual([there]);
  });

  it('leaves nothing behind once it is sent', () => {
    keepDraft(PAIR, 'Dear Henk');
    keepDraft(PAIR, '');
    expect(localStore.getItem('hearth-draft-ruth-henk')).toBeNull();
  });
});
