import { Heart, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/announcer';
import { RoundButton } from '@/ui/round-button/round-button';
import type { DeckCard, OpenDeck, useDeck } from '../api/deck';
import { useSwipeKeys } from '../hooks/use-swipe-keys';
import type { SwipeKind } from '../model/deck';
import type { KeyAction } from '../model/keys';
import { CardStack } from './card-stack';
import { DeckFace } from './deck-face';
import { EmptyDeck } from './empty-deck';
import { OutOfLikes } from './out-of-likes';
import styles from './swipe-game.module.css';

interface SwipeGameProps {
  deck: OpenDeck;
  game: Pick<ReturnType<typeof useDeck>, 'swipe' | 'undo'>;
}

/** The cards with their buttons; gesture, button and key do the same. */
export function SwipeGame({ deck, game }: SwipeGameProps) {
  const { t } = useTranslation('swipe');
  const region = useRef<HTMLElement>(null);
  const [leaving, setLeaving] = useState<{ card: DeckCard; kind: SwipeKind } | null>(null);
  const [leafs, setLeafs] = useState(false);
  const [top, next] = deck.hand;
  const hasLikes = deck.likesLeft > 0;
  const say = useAnnouncements();

  const decide = (kind: SwipeKind) => {
    if (!top || (kind === 'like' && !hasLikes)) return;
    setLeaving({ card: top, kind });
    game.swipe(top, kind);
    say.decided(top, kind, next, deck.likesLeft - (kind === 'like' ? 1 : 0));
  };
  const undo = () => {
    if (!deck.last) return;
    setLeaving(null);
    game.undo(deck.last);
    say.undone(deck.last.card);
  };
  const act = (action: KeyAction) => {
    if (action === 'undo') undo();
    else decide(action);
    keepFocus(region.current);
  };
  useSwipeKeys(region, act);

  const undoButton = (
    <RoundButton icon={Undo2} look="line" isDisabled={!deck.last} onPress={undo}>
      {t('undo')}
    </RoundButton>
  );
  const isOut = top !== undefined && !hasLikes && !leafs;
  useKeptFocus(region, isOut || !top);
  return (
    <section ref={region} className={styles.game} aria-label={t('label')} tabIndex={-1}>
      {isOut && <OutOfLikes deck={deck} onLeaf={() => setLeafs(true)} />}
      {!top && <EmptyDeck />}
      {top && !isOut && (
        <CardStack
          cards={deck.hand}
          isFictional={(card) => card.kind === 'fictional'}
          leaving={leaving}
          face={(card, isTop) => <DeckFace card={card} isTop={isTop} />}
          onDecide={(_, kind) => decide(kind)}
        />
      )}
      <div className={styles.buttons}>
        {top && !isOut && (
          <RoundButton icon={X} onPress={() => decide('pass')}>
            {t('pass')}
          </RoundButton>
        )}
        {(deck.last || (top && !isOut)) && undoButton}
        {top && !isOut && (
          <RoundButton icon={Heart} look="like" isDisabled={!hasLikes} onPress={() => decide('like')}>
            {t('like')}
          </RoundButton>
        )}
      </div>
      {top && !isOut && !hasLikes && <p className="meta">{t('out.onlyPasses')}</p>}
    </section>
  );
}

/** What a screen reader hears after each move: what happened, and who lies on top now. */
function useAnnouncements() {
  const { t } = useTranslation('swipe');
  return {
    decided: (card: DeckCard, kind: SwipeKind, next: DeckCard | undefined, left: number) => {
      const done = t(kind === 'like' ? 'said.liked' : 'said.passed', { name: card.name });
      const follows = next ? t('said.next', { name: next.name, age: next.age }) : t('said.noNext');
      announce(kind === 'like' ? `${done} ${t('left', { count: left })}. ${follows}` : `${done} ${follows}`);
    },
    undone: (card: DeckCard) => announce(t('said.undone', { name: card.name })),
  };
}

/** After a key the focus goes to the new card's name, so that Enter opens it and the letter keys work. */
function keepFocus(region: HTMLElement | null): void {
  const isButton = document.activeElement instanceof HTMLButtonElement && region?.contains(document.activeElement);
  if (isButton) return;
  requestAnimationFrame(() => region?.querySelector<HTMLElement>('[data-top] h2 a')?.focus({ preventScroll: true }));
}

/** Where the button that was pressed goes with its card, the focus stays in the game. */
function useKeptFocus(region: RefObject<HTMLElement | null>, isOver: boolean): void {
  useEffect(() => {
    if (isOver && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [region, isOver]);
}
