export type SwipeKind = 'like' | 'pass';

/** What a card needs for these rules. */
interface Identified {
  id: string;
}

/** The likes that are left today, and when there are new ones, as the server said it. */
export interface Quota {
  likesLeft: number;
  likesADay: number;
  renewsAt: string;
}

/** The deck as it lies before the member. */
export interface Deck<Card extends Identified> extends Quota {
  /** The first card lies on top. */
  hand: readonly Card[];
  /** Who was decided about in this visit; the server may not know of all of them yet. */
  gone: readonly string[];
  /** The last decision, as long as it can be taken back. */
  last: { card: Card; kind: SwipeKind } | null;
  /** Nobody is left but those in the hand. */
  isLast: boolean;
}

/** What the server dealt; fewer cards than were asked for means that there are no more. */
export interface Dealt<Card extends Identified> extends Quota {
  cards: readonly Card[];
  isLast: boolean;
}

/** Below this many cards more are fetched. */
const FEW = 6;

/** Puts newly dealt cards under those in the hand; nobody comes twice. */
export function deal<Card extends Identified>(deck: Deck<Card> | undefined, dealt: Dealt<Card>): Deck<Card> {
  const { cards, ...facts } = dealt;
  const hand = deck?.hand ?? [];
  const known = new Set([...hand.map(({ id }) => id), ...(deck?.gone ?? [])]);
  return {
    ...facts,
    hand: [...hand, ...cards.filter(({ id }) => !known.has(id))],
    gone: deck?.gone ?? [],
    last: deck?.last ?? null,
  };
}

/** Takes a card away at once, before the server has answered. */
export function decide<Card extends Identified>(deck: Deck<Card>, card: Card, kind: SwipeKind): Deck<Card> {
  return {
    ...deck,
    hand: deck.hand.filter(({ id }) => id !== card.id),
    gone: [...deck.gone, card.id],
    last: { card, kind },
    likesLeft: deck.likesLeft - (kind === 'like' ? 1 : 0),
  };
}

/** Lays a card back on top: its swipe was taken back, or never arrived. */
export function putBack<Card extends Identified>(deck: Deck<Card>, card: Card): Deck<Card> {
  return {
    ...deck,
    hand: [card, ...deck.hand.filter(({ id }) => id !== card.id)],
    gone: deck.gone.filter((id) => id !== card.id),
    last: deck.last?.card.id === card.id ? null : deck.last,
  };
}

export const needsMore = <Card extends Identified>({ hand, isLast }: Deck<Card>): boolean =>
  hand.length < FEW && !isLast;
