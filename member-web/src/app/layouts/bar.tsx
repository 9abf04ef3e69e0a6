import type { ReactNode } from 'react';
import { useSettings } from '@/api/session';
import { Link } from '@/ui/link/link';
import { Logo } from '@/ui/logo/logo';
import { paths } from '@/lib/paths';
import styles from './bar.module.css';

/** The bar at the top: the logo, what the layout puts in the middle, and what stands at the end. */
export function Bar({ start, middle, end }: { start?: ReactNode; middle?: ReactNode; end: ReactNode }) {
  const { name } = useSettings();
  return (
    <header className={styles.bar}>
      <div className={`wrap ${styles.line}`}>
        {start}
        <Link to={paths.home.to()} className={styles.home}>
          <Logo name={name} />
        </Link>
        {middle}
        <div className={styles.end}>{end}</div>
      </div>
    </header>
  );
}
