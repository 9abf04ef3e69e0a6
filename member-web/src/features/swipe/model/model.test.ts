import { describe, expect, it } from 'vitest';
import { deal, decide, needsMore, putBack, type Deck } from './deck';
import { NO_CHOICES, cardsLeft, choose, countLikes, takeBack } from './visitor-choices';
import { clarityOf, leanOf, verdict } from './gesture';
import { belongTo, readKept, withLike } from './kept-likes';
import { keyAction } from './keys';

const cards = (...ids: string[]) => ids.map((id) => ({ id }));
const quota = { likesLeft: 4, likesADay: 4, renewsAt: '2026-11-21T23:00:00Z' };
const deckOf = (...ids: string[]) => deal<{ id: string }>(undefined, { ...quota, cards: cards(...ids), isLast: false });
const hand = (deck: Deck<{ id: string }>) => deck.hand.map(({ id }) => id);

describe('the deck', () => {
  it('[spec 2.24] deals nobody twice, though the server does not know yet', () => {
    const [top] = cards('a');
    const deck = decide(deckOf('a', 'b'), top as { id: string }, 'pass');
    const more = deal(deck, { ...quota, cards: cards('a', 'b', 'c'), isLast: true });
    expect(hand(more)).toEqual(['b', 'c']);
    expect(more.isLast).toBe(true);
  });

  it('[spec 9.2] counts a like and not a pass', () => {
    const deck = deckOf('a', 'b');
    expect(decide(deck, { id: 'a' }, 'like').likesLeft).toBe(3);
    expect(decide(deck, { id: 'a' }, 'pass').likesLeft).toBe(4);
  });

  it('lays a card back on top, and what was taken back cannot be taken back again', () => {
    const deck = decide(deckOf('a', 'b'), { id: 'a' }, 'like');
    expect(deck.last?.card.id).toBe('a');
    const back = putBack(deck, { id: 'a' });
    expect([hand(back), back.last, back.gone]).toEqual([['a', 'b'], null, []]);
  });

  it('asks for more while there are some, before the hand is empty', () => {
    expect(needsMore(deckOf('a', 'b'))).toBe(true);
    expect(needsMore(deckOf('a', 'b', 'c', 'd', 'e', 'f'))).toBe(false);
    expect(needsMore({ ...deckOf('a'), isLast: true })).toBe(false);
  });
});

describe('a card that is dragged', () => {
  it.each([
    [120, 0, 'like'],
    [-120, 0, 'pass'],
    [60, 0, undefined],
    [60, 0.8, 'like'],
    [-60, -0.8, 'pass'],
    // Thrown back at the last moment.
    [60, -0.8, undefined],
    [10, 2, undefined],
  ])('at %i px and %f px/ms means %s', (x, speed, meaning) => {
    expect(verdict(x, 360, speed)).toBe(meaning);
  });

  it('leans the more the farther it is, and is clear when it counts', () => {
    expect(leanOf(-180, 360)).toBe(-9);
    expect(clarityOf(54, 360)).toBe(0.5);
    expect(clarityOf(-300, 360)).toBe(1);
  });
});

describe('keys', () => {
  it.each([
    ['ArrowLeft', 'page', 'pass'],
    ['ArrowRight', 'game', 'like'],
    ['ArrowRight', 'elsewhere', undefined],
    ['z', 'game', 'undo'],
    ['Z', 'game', 'undo'],
    // A letter alone must not act on a whole page (WCAG 2.1.4).
    ['z', 'page', undefined],
    ['x', 'game', undefined],
  ] as const)('%s in the %s means %s', (key, focus, meaning) => {
    expect(keyAction({ key, hasModifier: false }, focus)).toBe(meaning);
  });

  it('leaves the browser its own', () => {
    expect(keyAction({ key: 'ArrowLeft', hasModifier: true }, 'page')).toBeUndefined();
  });
});

describe('choices of a visitor', () => {
  it('[spec 2.28] takes cards away, counts likes and takes back one step', () => {
    const choices = choose(choose(NO_CHOICES, 'a', 'like'), 'b', 'pass');
    expect([cardsLeft(cards('a', 'b', 'c'), choices), countLikes(choices)]).toEqual([cards('c'), 1]);
    const back = takeBack(choices);
    expect([cardsLeft(cards('a', 'b', 'c'), back), back.canUndo]).toEqual([cards('b', 'c'), false]);
  });

  it('[spec 2.28] keeps likes for whoever signs up after them', () => {
    const kept = withLike(withLike(undefined, 'a', true, '2026-11-20T12:00:00Z'), 'b', true, '2026-11-20T12:00:00Z');
    expect(readKept(JSON.stringify(kept))).toEqual(kept);
    expect(withLike(kept, 'a', false, kept.at).ids).toEqual(['b']);
    expect(belongTo(kept, '2026-11-20T12:05:00Z')).toBe(true);
    expect(belongTo(kept, '2026-11-01T12:00:00Z')).toBe(false);
  });

  it.each([null, '', 'no json', '{}', '{"ids":[],"at":"x"}', '[]', 'null'])('reads nothing out of %s', (text) => {
    expect(readKept(text)).toBeUndefined();
  });
});
