import { useEffect, useRef } from 'react';

/**
 * Closes a dialog at Escape while nothing has the focus, too; returns the ref for the dialog.
 *
 * The library hears Escape inside of the dialog only, and half a second after opening it takes the focus from the
 * dialog and gives it back some frames later.
 */
export function useEscape(onEscape: (() => void) | undefined) {
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      const [top] = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].slice(-1);
      if (key === 'Escape' && target === document.body && top === dialog.current) onEscape?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onEscape]);
  return dialog;
}
