import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Icon } from '../icon/icon';
import styles from './round-button.module.css';

interface RoundButtonProps extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  icon: LucideIcon;
  look?: 'raised' | 'line' | 'like';
  /** The words beneath the circle; they are pressed with it. */
  children: ReactNode;
}

/** A large round button with its words beneath, for a choice between a few things. */
export function RoundButton({ icon, look = 'raised', children, ...props }: RoundButtonProps) {
  return (
    <Button {...props} className={styles.button ?? ''} data-look={look}>
      <span className={styles.circle}>
        <Icon of={icon} filled={look === 'like'} />
      </span>
      {children}
    </Button>
  );
}
