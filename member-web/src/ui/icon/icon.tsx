import type { LucideIcon } from 'lucide-react';
import styles from './icon.module.css';

/** A decorative line icon, sized by the text beside it; the words carry the meaning. */
export function Icon({ of: Drawing, filled = false }: { of: LucideIcon; filled?: boolean }) {
  return <Drawing aria-hidden className={styles.icon} {...(filled && { fill: 'currentColor' })} />;
}
