import { useState, type FocusEvent, type KeyboardEvent } from 'react';

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
/** How often the beginning may move away while messages that were out of sight get their true heights. */
const TRIES = 20;

/**
 * Lets the Tab key reach one message's menu, at first the newest one's; from there the arrow keys lead to the others,
 * so that nobody tabs through thousands of them. End leads to the newest, Home to the oldest that is here. Both by hand:
 * the browser's own glide stops half-way, where messages that were out of sight get their true heights.
 */
export function useMessageKeys(newest: number) {
  const [reached, setReached] = useState<number | null>(null);
  return {
    active: reached ?? newest,
    onFocus: ({ target }: FocusEvent) => {
      // A photo on the way is none of the menus: it leads on to the newest one's.
      const menu = target.closest('[aria-haspopup="menu"]');
      const seq = menu?.closest<HTMLElement>('[data-seq]')?.dataset.seq;
      // Whoever passes the newest one on the way goes on to whatever is the newest then.
      if (seq) setReached(Number(seq) === newest ? null : Number(seq));
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target === event.currentTarget && (event.key === 'End' || event.key === 'Home')) {
        event.preventDefault();
        if (event.key === 'End') event.currentTarget.scrollTop = 0;
        else leadToStart(event.currentTarget, TRIES);
        return;
      }
      const step = STEPS[event.key];
      const button = (event.target as HTMLElement).closest('[data-seq] [aria-haspopup="menu"]');
      if (!step || !button || button.getAttribute('aria-expanded') === 'true') return;
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-seq] [aria-haspopup="menu"]')];
      event.preventDefault();
      all[all.indexOf(button as HTMLElement) + step]?.focus();
    },
  };
}

/** Scrolls a reversed box to its beginning, and on while that moves away: what comes into sight is drawn a frame later. */
function leadToStart(box: HTMLElement, tries: number): void {
  const height = box.scrollHeight;
  box.scrollTop = -height;
  const goOn = () => {
    if (tries > 0 && box.scrollHeight !== height) leadToStart(box, tries - 1);
  };
  requestAnimationFrame(() => requestAnimationFrame(goOn));
}
