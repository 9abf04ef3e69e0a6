import type { ComponentProps } from 'react';
import styles from './panel.module.css';

/** A bordered surface that groups a part of a page. */
export function Panel({ flat, ...props }: Omit<ComponentProps<'section'>, 'className'> & { flat?: boolean }) {
  return <section {...props} className={styles.panel} data-flat={flat || undefined} />;
}
