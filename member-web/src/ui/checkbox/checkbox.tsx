import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components/Checkbox';
import { FieldErrorText } from '../field/field-error';
import styles from './choice.module.css';

interface CheckboxProps extends Omit<AriaProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  children: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  boxed?: boolean;
}

/** A box to tick; it is never ticked beforehand where it stands for consent. */
export function Checkbox({ children, help, error, boxed, ...props }: CheckboxProps) {
  return (
    <div>
      <AriaCheckbox
        {...props}
        isInvalid={error !== undefined}
        className={styles.choice ?? ''}
        data-boxed={boxed || undefined}
      >
        <span className={styles.box} aria-hidden />
        <span>
          {children}
          {help && <span className={styles.help}>{help}</span>}
        </span>
      </AriaCheckbox>
      {error && <FieldErrorText>{error}</FieldErrorText>}
    </div>
  );
}
