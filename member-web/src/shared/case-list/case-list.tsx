import type { ReactNode } from 'react';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import styles from './case-list.module.css';

/** What concerns a member, one below the other. */
export function CaseList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface CaseLineProps {
  title: string;
  /** Where it stands, in a word or two, for what goes on. */
  standing?: string;
  /** The page of its own, where it has one. */
  to?: string;
  children: ReactNode;
}

/** One of them: what it is about, where it stands, and more. */
export function CaseLine({ title, standing, to, children }: CaseLineProps) {
  const head = (
    <span className={styles.head}>
      <b>{title}</b> {standing !== undefined && <Label tone="tint">{standing}</Label>}
    </span>
  );
  if (to === undefined) {
    return (
      <li className={styles.line}>
        {head}
        {children}
      </li>
    );
  }
  return (
    <li>
      <Link to={to} className={styles.line}>
        {head} {children}
      </Link>
    </li>
  );
}
