import { capCount } from '@/lib/badge';
import styles from './badge.module.css';

export type BadgeTone = 'unread' | 'new' | 'low' | 'none';

/** A count, capped at 99+ (spec 9.2); `noun` is read out after it ("3 unread"). */
export function Badge({ count, tone, noun }: { count: number; tone: BadgeTone; noun: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {capCount(count)} <span className="visually-hidden">{noun}</span>
    </span>
  );
}
