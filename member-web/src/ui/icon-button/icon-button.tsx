import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Icon } from '../icon/icon';
import styles from './icon-button.module.css';

export type IconButtonLook = 'plain' | 'line' | 'raised';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  icon: LucideIcon;
  label: string;
  look?: IconButtonLook;
  ref?: Ref<HTMLButtonElement>;
}

/** A round button with an icon only; `label` is its accessible name. */
export function IconButton({ icon, label, look = 'plain', ...props }: IconButtonProps) {
  return (
    <Button {...props} aria-label={label} className={styles.button ?? ''} data-look={look}>
      <Icon of={icon} />
    </Button>
  );
}
