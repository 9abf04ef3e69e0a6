import type { SwipeKind } from './deck';

interface Choice {
  id: string;
  kind: SwipeKind;
}

/** What a visitor decided at the door, the last one last. */
export interface Door {
  choices: readonly Choice[];
  /** Whether the last choice can be taken back. */
  canUndo: boolean;
}

export const atTheDoor: Door = { choices: [], canUndo: false };

export const choose = ({ choices }: Door, id: string, kind: SwipeKind): Door => ({
  choices: [...choices, { id, kind }],
  canUndo: true,
});

export const takeBack = ({ choices }: Door): Door => ({ choices: choices.slice(0, -1), canUndo: false });

/** The cards that are left. */
export function cardsLeft<Card extends { id: string }>(cards: readonly Card[], { choices }: Door): readonly Card[] {
  const chosen = new Set(choices.map(({ id }) => id));
  return cards.filter(({ id }) => !chosen.has(id));
}

export const countLikes = ({ choices }: Door): number => choices.filter(({ kind }) => kind === 'like').length;
