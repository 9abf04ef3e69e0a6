import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'like' | 'liked' | 'danger' | 'deep';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: 'medium' | 'large' | undefined;
  wide?: boolean | undefined;
  icon?: LucideIcon | undefined;
  /** What pressing costs, in credits and money; shown on a second line and part of the name. */
  price?: string | undefined;
}

/** Attributes and class that give a button or a button-like link its look. */
export function buttonLook({ variant = 'line', size = 'medium', wide, price }: ButtonLook) {
  return {
    className: styles.button ?? '',
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
    'data-priced': price ? true : undefined,
  };
}

/** The inside of a button: icon, words and, where pressing spends, the price beneath them. */
export function ButtonContent({ icon, price, variant, children }: ButtonLook & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon of={icon} filled={variant === 'like' || variant === 'liked'} />}
      {price ? (
        <span className={styles.priced}>
          {children} <span className={styles.price}>{price}</span>
        </span>
      ) : (
        children
      )}
    </>
  );
}
