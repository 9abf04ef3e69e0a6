import styles from './logo.module.css';

/** The arch with a flame, and the site's name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={styles.logo}>
      <LogoArch />
      <span>{name}</span>
    </span>
  );
}

/** The arch alone. */
export function LogoArch() {
  return (
    <svg viewBox="0 0 36 42" aria-hidden className={styles.arch}>
      <path className={styles.wall} d="M2 40V18a16 16 0 0 1 32 0v22z" />
      <path fill="#ffc53d" d="M18 12c5.2 6 8 9.6 8 14.2a8 8 0 0 1-16 0C10 21.6 12.8 18 18 12z" />
      <path fill="#fff6df" d="M18 23c2.6 3 4 4.800 4 7a4 4 0 0 1-8 0c0-2.200 1.400-4 4-7z" />
    </svg>
  );
}
