import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { MenuEntry } from './menu-popover';
import styles from './menu.module.css';

const loadPopover = () => import('./menu-popover');
const MenuPopover = lazy(loadPopover);

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string;
  /** The inside of the button. */
  children: ReactNode;
  entries: readonly MenuEntry[];
  /** Marks one entry as the chosen one (a language, a sort order). */
  selected?: string;
  onChoose: (id: string) => void;
  look?: 'bare' | 'round';
  /** -1 where arrow keys lead to the button instead of the Tab key. */
  tabIndex?: number;
}

/**
 * A button that opens a menu; the menu's code arrives on first hover, focus or press. The button is a plain one,
 * because it stands in the first paint of every page.
 */
export function Menu({ label, children, entries, selected, onChoose, look = 'bare', tabIndex }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Whatever opens now gives the focus back to where it was: that must be the button, not an entry that is gone by then.
  const choose = (id: string) => {
    flushSync(() => setOpen(false));
    trigger.current?.focus();
    onChoose(id);
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        tabIndex={tabIndex}
        data-look={look}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <MenuPopover
            label={label}
            entries={entries}
            selected={selected}
            triggerRef={trigger}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
