import { useEffect, useEffectEvent, type RefObject } from 'react';
import { keyAction, type KeyAction } from '../model/keys';

/** Listens to the keys of the game. */
export function useSwipeKeys(game: RefObject<HTMLElement | null>, onAction: (action: KeyAction) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = keyAction(
      { key: event.key, hasModifier: event.altKey || event.ctrlKey || event.metaKey || event.shiftKey },
      placeOfFocus(game.current),
    );
    if (!action || event.defaultPrevented) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function placeOfFocus(game: HTMLElement | null): 'game' | 'page' | 'elsewhere' {
  const focused = document.activeElement;
  if (game?.contains(focused)) return 'game';
  return focused === document.body || focused?.tagName === 'H1' ? 'page' : 'elsewhere';
}
