import { Skeleton } from '@/ui/skeleton/skeleton';
import styles from './waiting.module.css';

/** What stands in the layout until the first page has its code, its texts and its data. */
export function Waiting() {
  return (
    <main id="main" className={`wrap ${styles.waiting}`}>
      <Skeleton shape="block" count={3} />
    </main>
  );
}
