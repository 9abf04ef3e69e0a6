import type { SwipeKind } from './deck';

interface Choice {
  id: string;
  kind: SwipeKind;
}

/** The choices of a visitor, oldest first. */
export interface VisitorChoices {
  choices: readonly Choice[];
  /** Whether the last choice can be taken back. */
  canUndo: boolean;
}

export const NO_CHOICES: VisitorChoices = { choices: [], canUndo: false };

export const choose = ({ choices }: VisitorChoices, id: string, kind: SwipeKind): VisitorChoices => ({
  choices: [...choices, { id, kind }],
  canUndo: true,
});

export const takeBack = ({ choices }: VisitorChoices): VisitorChoices => ({
  choices: choices.slice(0, -1),
  canUndo: false,
});

/** The cards that are left. */
export function cardsLeft<Card extends { id: string }>(
  cards: readonly Card[],
  { choices }: VisitorChoices,
): readonly Card[] {
  const chosen = new Set(choices.map(({ id }) => id));
  return cards.filter(({ id }) => !chosen.has(id));
}

export const countLikes = ({ choices }: VisitorChoices): number => choices.filter(({ kind }) => kind === 'like').length;
