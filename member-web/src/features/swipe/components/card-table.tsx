import { Heart, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { RoundButton } from '@/ui/round-button/round-button';
import { useSwipeKeys } from '../hooks/use-swipe-keys';
import type { SwipeKind } from '../model/deck';
import type { KeyAction } from '../model/keys';
import { CardStack } from './card-stack';
import styles from './card-table.module.css';

interface Decision<Card> {
  card: Card;
  kind: SwipeKind;
}

interface CardTableProps<Card extends { id: string }> {
  /** The first card lies on top. */
  cards: readonly Card[];
  face: (card: Card, isTop: boolean) => ReactNode;
  isFictional?: ((card: Card) => boolean) | undefined;
  canLike: boolean;
  /** Said beneath the buttons, such as why one of them rests. */
  hint?: string | undefined;
  /** The decision that can be taken back. */
  last: Decision<Card> | null;
  /** Stands in place of the cards when there is nothing to decide. */
  over: ReactNode;
  onDecide: (card: Card, kind: SwipeKind) => void;
  onUndo: (last: Decision<Card>) => void;
}

/** The cards with their buttons; gesture, button and key do the same. */
export function CardTable<Card extends { id: string }>(props: CardTableProps<Card>) {
  const { cards, face, isFictional, canLike, hint, last, over, onDecide, onUndo } = props;
  const { t } = useTranslation('swipe');
  const region = useRef<HTMLElement>(null);
  const [leaving, setLeaving] = useState<Decision<Card> | null>(null);
  const top = over ? undefined : cards[0];

  const decide = (kind: SwipeKind) => {
    if (!top || (kind === 'like' && !canLike)) return;
    setLeaving({ card: top, kind });
    onDecide(top, kind);
  };
  const undo = () => {
    if (!last) return;
    setLeaving(null);
    onUndo(last);
  };
  const wantsFocus = useRef(false);
  const act = (action: KeyAction) => {
    const follows = followsCards();
    if (action === 'undo') undo();
    else decide(action);
    wantsFocus.current = follows;
  };
  useSwipeKeys(region, act);
  useKeptFocus(region, top === undefined);
  // The cards change after the key, when the cache has told of it.
  const topId = top?.id;
  useEffect(() => {
    if (wantsFocus.current && topId !== undefined) focusTop(region.current);
    wantsFocus.current = false;
  }, [topId]);

  return (
    <section ref={region} className={styles.table} aria-label={t('label')} tabIndex={-1}>
      {over}
      {top && (
        <CardStack
          cards={cards}
          isFictional={isFictional}
          leaving={leaving}
          face={face}
          onDecide={(_, kind) => decide(kind)}
        />
      )}
      <div className={styles.buttons}>
        {top && (
          <RoundButton icon={X} onPress={() => decide('pass')}>
            {t('pass')}
          </RoundButton>
        )}
        {(top ?? last) && (
          <RoundButton icon={Undo2} look="line" isDisabled={!last} onPress={undo}>
            {t('undo')}
          </RoundButton>
        )}
        {top && (
          <RoundButton icon={Heart} look="like" isDisabled={!canLike} onPress={() => decide('like')}>
            {t('like')}
          </RoundButton>
        )}
      </div>
      {top && hint && <p className="meta">{hint}</p>}
    </section>
  );
}

/** Whether the focus should follow the cards after a key: whoever stands on a button below them stays there. */
const followsCards = (): boolean =>
  !(document.activeElement instanceof HTMLButtonElement && !document.activeElement.closest('article'));

/** The name on top, where Enter opens the profile and the letter works; the game itself where there is none. */
function focusTop(region: HTMLElement | null): void {
  const name = region?.querySelector<HTMLElement>('[data-top] h2 a');
  (name ?? region)?.focus({ preventScroll: true });
}

/** Where the button that was pressed goes with its card, the focus stays in the game. */
function useKeptFocus(region: RefObject<HTMLElement | null>, isOver: boolean): void {
  useEffect(() => {
    if (isOver && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [region, isOver]);
}
