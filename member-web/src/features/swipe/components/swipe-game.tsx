import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/announcer';
import type { DeckCard, OpenDeck, useDeck } from '../api/deck';
import type { SwipeKind } from '../model/deck';
import { CardTable } from './card-table';
import { DeckFace } from './deck-face';
import { EmptyDeck } from './empty-deck';
import { OutOfLikes } from './out-of-likes';

interface SwipeGameProps {
  deck: OpenDeck;
  game: Pick<ReturnType<typeof useDeck>, 'swipe' | 'undo'>;
}

const drawFace = (card: DeckCard, isTop: boolean) => <DeckFace card={card} isTop={isTop} />;
const isFictional = ({ kind }: DeckCard) => kind === 'fictional';

/** The member's cards, until they or the day's likes run out. */
export function SwipeGame({ deck, game }: SwipeGameProps) {
  const { t } = useTranslation('swipe');
  // Without likes a member may go on and say "not now".
  const [goesOn, setGoesOn] = useState(false);
  const hasLikes = deck.likesLeft > 0;
  const say = useAnnouncements();
  const decide = (card: DeckCard, kind: SwipeKind) => {
    game.swipe(card, kind);
    say.decided(card, kind, deck.hand[1], deck.likesLeft - 1);
  };
  return (
    <CardTable
      cards={deck.hand}
      face={drawFace}
      isFictional={isFictional}
      canLike={hasLikes}
      hint={hasLikes ? undefined : t('out.onlyPasses')}
      last={deck.last}
      over={
        deck.hand.length === 0 ? (
          <EmptyDeck />
        ) : (
          !hasLikes && !goesOn && <OutOfLikes deck={deck} onGoOn={() => setGoesOn(true)} />
        )
      }
      onDecide={decide}
      onUndo={(last) => {
        game.undo(last);
        say.undone(last.card);
      }}
    />
  );
}

/** What a screen reader hears after each move: what happened, and who lies on top now. */
function useAnnouncements() {
  const { t } = useTranslation('swipe');
  return {
    decided: (card: DeckCard, kind: SwipeKind, next: DeckCard | undefined, left: number) => {
      const follows = next ? t('said.next', { name: next.name, age: next.age }) : t('said.noNext');
      const liked = `${t('said.liked', { name: card.name })} ${left > 0 ? t('left', { count: left }) : t('noneLeft')}.`;
      announce(`${kind === 'like' ? liked : t('said.passed', { name: card.name })} ${follows}`);
    },
    undone: (card: DeckCard) => announce(t('said.undone', { name: card.name })),
  };
}
