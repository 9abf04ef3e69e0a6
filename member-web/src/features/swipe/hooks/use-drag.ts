import { useRef, type MouseEvent, type PointerEvent } from 'react';
import type { SwipeKind } from '../model/deck';
import { clarityOf, DRAG_FROM, leanOf, verdict } from '../model/gesture';

interface Grip {
  pointer: number;
  startX: number;
  startY: number;
  /** The last move, for the speed of a flick. */
  lastX: number;
  lastAt: number;
  speed: number;
  isDrag: boolean;
}

/** A card that follows finger or mouse and leans; sideways is a decision, up and down scrolls the page. */
export function useDrag(onDecide: (kind: SwipeKind, x: number) => void) {
  const grip = useRef<Grip | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (!event.isPrimary || event.button !== 0) return;
    const { pointerId: pointer, clientX: startX, clientY: startY, timeStamp: lastAt } = event;
    grip.current = { pointer, startX, startY, lastX: startX, lastAt, speed: 0, isDrag: false };
  }

  function onPointerMove({ currentTarget: card, pointerId, clientX, clientY, timeStamp }: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (held?.pointer !== pointerId) return;
    const x = clientX - held.startX;
    if (!held.isDrag) {
      if (Math.abs(x) < DRAG_FROM || Math.abs(x) < Math.abs(clientY - held.startY)) return;
      held.isDrag = true;
      card.setPointerCapture(pointerId);
      card.dataset.dragged = 'true';
    }
    held.speed = (clientX - held.lastX) / Math.max(1, timeStamp - held.lastAt);
    held.lastX = clientX;
    held.lastAt = timeStamp;
    move(card, x);
  }

  function onPointerUp({ currentTarget: card, pointerId, clientX }: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (held?.pointer !== pointerId || !held.isDrag) return;
    const x = clientX - held.startX;
    const kind = verdict(x, card.clientWidth, held.speed);
    letGo(card);
    if (kind) onDecide(kind, x);
  }

  function onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
    grip.current = null;
    letGo(currentTarget);
  }

  /** Letting go over the name is no press on it. */
  function onClickCapture(event: MouseEvent) {
    if (grip.current?.isDrag) event.preventDefault();
    grip.current = null;
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture };
}

function letGo(card: HTMLElement): void {
  delete card.dataset.dragged;
  move(card, 0);
}

function move(card: HTMLElement, x: number): void {
  const { style, clientWidth: width, dataset } = card;
  style.setProperty('--x', `${x}px`);
  style.setProperty('--lean', `${leanOf(x, width)}deg`);
  style.setProperty('--clarity', String(clarityOf(x, width)));
  if (x === 0) delete dataset.leans;
  else dataset.leans = x > 0 ? 'like' : 'pass';
}
