import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-admin';

/** What single keys do; what is undefined does nothing at the moment. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Where somebody types, chooses or answers, a letter is a letter. */
const FIELDS = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable=true]';
const LAYERS = '[role=dialog], [role=listbox], [role=menu]';

/** Whether single keys act, and the switch for it: for whoever speaks to the computer they are in the way. */
export const useKeysAreOn = () => useStore('ops.keys', true);

/** Let single keys act anywhere on the page but in fields and dialogs, while they are switched on. */
export function useKeys(keys: Keys) {
  const [areOn] = useKeysAreOn();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined || isMeantElsewhere(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!areOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [areOn]);
}

function isMeantElsewhere(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, repeat, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || repeat || defaultPrevented) return true;
  const isOverlaid = document.querySelector('[role=dialog][aria-modal=true], .MuiModal-root') !== null;
  return isOverlaid || (target instanceof Element && target.closest(`${FIELDS}, ${LAYERS}`) !== null);
}
