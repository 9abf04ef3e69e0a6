import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaProps } from 'react-aria-components/Switch';
import styles from './switch.module.css';

interface SwitchProps extends Omit<AriaProps, 'children' | 'className' | 'style'> {
  /** Visible words; leave out only where a table names the switch and give `aria-label`. */
  children?: ReactNode;
  help?: ReactNode;
}

/** Something that is on or off and takes effect at once. */
export function Switch({ children, help, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={styles.switch ?? ''}>
      {children && (
        <span className={styles.words}>
          {children}
          {help && <span className={styles.help}>{help}</span>}
        </span>
      )}
      <span className={styles.track} aria-hidden />
    </AriaSwitch>
  );
}
