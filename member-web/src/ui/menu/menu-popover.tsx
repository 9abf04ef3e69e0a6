import { Check, type LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../icon/icon';
import styles from './menu.module.css';

export interface MenuEntry {
  id: string;
  text: string;
  icon?: LucideIcon;
  /** Language of the text where it differs from the page's, such as a language's own name. */
  lang?: string;
}

interface MenuPopoverProps {
  label: string;
  entries: readonly MenuEntry[];
  selected: string | undefined;
  triggerRef: RefObject<HTMLButtonElement | null>;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** The open menu; kept in a chunk of its own because positioning and collections are heavy. */
export default function MenuPopover({ label, entries, selected, triggerRef, onChoose, onClose }: MenuPopoverProps) {
  const menu = useRef<HTMLDivElement>(null);
  // A click without a pointer counts as a screen reader's: then popover and entry both take the focus a frame later,
  // and the first of them, the popover, keeps it. It leaves the focus alone where it is inside already.
  useLayoutEffect(() => menu.current?.focus(), []);
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      aria-label={label}
      className={styles.popover ?? ''}
    >
      <Menu
        ref={menu}
        aria-label={label}
        autoFocus="first"
        className={styles.menu ?? ''}
        selectionMode={selected === undefined ? 'none' : 'single'}
        selectedKeys={selected === undefined ? [] : [selected]}
        onAction={(key) => onChoose(String(key))}
        onClose={onClose}
      >
        {entries.map(({ id, text, icon, lang }) => (
          <MenuItem key={id} id={id} textValue={text} className={styles.entry ?? ''}>
            {({ isSelected }) => (
              <>
                {icon && <Icon of={icon} />}
                <span lang={lang}>{text}</span>
                {isSelected && <Icon of={Check} />}
              </>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
