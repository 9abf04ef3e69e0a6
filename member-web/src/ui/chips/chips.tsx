import { Check, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from 'react-aria-components/Button';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { Icon } from '../icon/icon';
import styles from './chips.module.css';

/** A wrapping row of chips. */
export function Chips({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.chips} role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  );
}

/** A fact that cannot be pressed; shared interests blush. */
export function Chip({ icon, shared, children }: { icon?: LucideIcon; shared?: boolean; children: ReactNode }) {
  return (
    <span className={styles.chip} data-shared={shared || undefined} data-static>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

interface ChipToggleProps {
  icon?: LucideIcon;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A chip to pick; a check takes the icon's place when it is picked. */
export function ChipToggle({ icon, children, ...props }: ChipToggleProps) {
  return (
    <ToggleButton {...props} className={styles.chip ?? ''} data-pick>
      {({ isSelected }) => (
        <>
          {isSelected ? <Icon of={Check} /> : icon && <Icon of={icon} />}
          {children}
        </>
      )}
    </ToggleButton>
  );
}

/** A chip that brings more chips. */
export function ChipMore({ icon, onPress, children }: { icon: LucideIcon; onPress: () => void; children: string }) {
  return (
    <Button className={styles.chip ?? ''} data-more onPress={onPress}>
      <Icon of={icon} />
      {children}
    </Button>
  );
}

/** A chip that opens something, in the colour of the page's action. */
export function ChipButton({ icon, onPress, children }: { icon: LucideIcon; onPress: () => void; children: string }) {
  return (
    <Button className={styles.chip ?? ''} data-selected onPress={onPress}>
      <Icon of={icon} />
      {children}
    </Button>
  );
}

/** A filter in force, with a button that takes it away. */
export function ChipRemove({ children, onRemove }: { children: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Button className={styles.chip ?? ''} onPress={onRemove}>
      {children}
      <Icon of={X} />
      <span className="visually-hidden">{t('remove')}</span>
    </Button>
  );
}
