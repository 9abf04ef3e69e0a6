import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'react-admin';

/** What single keys do; what is undefined does nothing at the moment. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Where somebody types, chooses or answers, a letter is a letter. */
const FIELDS = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable=true]';
/** What Enter presses where it has the focus; the space bar ticks boxes, too. */
const PRESSED = 'a, button, summary, [role=button]';
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
    if (!event.repeat) act();
  });
  useEffect(() => {
    if (!areOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [areOn]);
}

/** Whether a key is held down that acts anywhere on the page. */
export function useHeldKey(key: string): boolean {
  const [isHeld, setHeld] = useState(false);
  useKeys({ [key]: () => setHeld(true) });
  useEffect(() => {
    const letGo = () => setHeld(false);
    const ends = ['keyup', 'blur'] as const;
    ends.forEach((end) => window.addEventListener(end, letGo));
    return () => ends.forEach((end) => window.removeEventListener(end, letGo));
  }, []);
  return isHeld;
}

function isMeantElsewhere({ key, target, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || defaultPrevented) return true;
  if (document.querySelector('.MuiModal-root') !== null) return true;
  const pressed = { Enter: [PRESSED], ' ': [PRESSED, 'input'] }[key] ?? [];
  return target instanceof Element && target.closest([FIELDS, LAYERS, ...pressed].join()) !== null;
}
