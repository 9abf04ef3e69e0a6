import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon';
import styles from './label.module.css';

interface LabelProps {
  children: ReactNode;
  icon?: LucideIcon | undefined;
  tone?: 'surface' | 'tint' | 'online' | 'new' | 'fiction';
}

/** A short mark on a picture or beside a name: online, new, fictional, members only. */
export function Label({ children, icon, tone = 'surface' }: LabelProps) {
  return (
    <span className={styles.label} data-tone={tone}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}
