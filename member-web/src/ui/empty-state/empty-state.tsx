import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** One way forward and one way out. */
  actions?: ReactNode;
}

/** What a page shows when there is nothing to show: the arch, a plain headline, a way forward. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 144 176" aria-hidden className={styles.arch}>
        <path className={styles.wall} d="M4 172V72a68 68 0 0 1 136 0v100z" />
        <path className={styles.door} d="M44 172v-64a28 28 0 0 1 56 0v64z" />
        <path className={styles.glow} d="M56 172v-60a16 16 0 0 1 32 0v60z" />
      </svg>
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
