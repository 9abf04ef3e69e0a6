import type { LucideIcon } from 'lucide-react';
import { ToggleButton, type ToggleButtonProps } from 'react-aria-components/ToggleButton';
import { Icon } from '../icon/icon';
import type { IconButtonLook } from './icon-button';
import styles from './icon-button.module.css';

interface IconToggleProps extends Omit<ToggleButtonProps, 'children' | 'className' | 'style'> {
  icon: LucideIcon;
  label: string;
  look?: IconButtonLook;
  tone?: 'like';
}

/** A round button that stays pressed, such as the heart; its name does not change with its state. */
export function IconToggle({ icon, label, look = 'plain', tone, ...props }: IconToggleProps) {
  return (
    <ToggleButton {...props} aria-label={label} className={styles.button ?? ''} data-look={look} data-tone={tone}>
      {({ isSelected }) => <Icon of={icon} filled={isSelected} />}
    </ToggleButton>
  );
}
