import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDrag } from '../hooks/use-drag';
import type { SwipeKind } from '../model/deck';
import styles from './card-stack.module.css';

interface StackProps<Card extends { id: string }> {
  /** The first card lies on top. */
  cards: readonly Card[];
  isFictional?: ((card: Card) => boolean) | undefined;
  /** The card on top is whole; the others are pictures of themselves. */
  face: (card: Card, isTop: boolean) => ReactNode;
  onDecide: (card: Card, kind: SwipeKind) => void;
  /** What was decided last, so that its card is seen to go, however it was decided. */
  leaving: { card: Card; kind: SwipeKind } | null;
}

/** A stack of cards; the top one follows finger and mouse, the one beneath shows while it goes. */
export function CardStack<Card extends { id: string }>({
  cards,
  isFictional,
  face,
  onDecide,
  leaving,
}: StackProps<Card>) {
  const [top] = cards;
  const [from, setFrom] = useState(0);
  const drag = useDrag((kind, x) => {
    if (!top) return;
    setFrom(x);
    onDecide(top, kind);
  });
  return (
    <div className={styles.stack} data-deep={cards.length > 1 || undefined}>
      {cards.slice(0, 2).map((card) => {
        const isTop = card === top;
        return (
          <article
            key={card.id}
            className={styles.card}
            data-top={isTop || undefined}
            data-fictional={isFictional?.(card) || undefined}
            {...(isTop ? drag : { inert: true, 'aria-hidden': true, 'data-under': true })}
          >
            {face(card, isTop)}
          </article>
        );
      })}
      {leaving && leaving.card.id !== top?.id && (
        <Leaving key={leaving.card.id} kind={leaving.kind} from={from} onGone={() => setFrom(0)}>
          {face(leaving.card, false)}
        </Leaving>
      )}
    </div>
  );
}

interface LeavingProps {
  kind: SwipeKind;
  /** Where the finger let go, in pixels. */
  from: number;
  onGone: () => void;
  children: ReactNode;
}

/** A card on its way out; unseen where motion is not wanted. */
function Leaving({ kind, from, onGone, children }: LeavingProps) {
  const card = useRef<HTMLDivElement>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => card.current?.style.setProperty('--from', `${from}px`), [from]);
  if (isGone) return null;
  const leave = () => {
    setGone(true);
    onGone();
  };
  return (
    <div ref={card} className={styles.card} data-leans={kind} data-leaving aria-hidden inert onAnimationEnd={leave}>
      {children}
    </div>
  );
}
