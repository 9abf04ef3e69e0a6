import styles from './house.module.css';

const WINDOWS = [
  [42, 92],
  [96, 78],
  [150, 92],
  [42, 158],
  [150, 158],
  [96, 26],
] as const;

/** A house at dusk in which a window lights up for every answer, and at last the door; it is a picture only. */
export function House({ lit }: { lit: number }) {
  return (
    <svg viewBox="0 0 224 232" aria-hidden className={styles.house}>
      <path className={styles.wall} d="M8 232V112a104 104 0 0 1 208 0v120z" />
      {WINDOWS.map(([x, y], index) => (
        <path
          key={`${x} ${y}`}
          className={styles.window}
          data-lit={index < lit || undefined}
          d={`M${x} ${y + 42}v-26a16 16 0 0 1 32 0v26z`}
        />
      ))}
      <path
        className={styles.window}
        data-lit={lit > WINDOWS.length || undefined}
        d="M90 232v-54a22 22 0 0 1 44 0v54z"
      />
    </svg>
  );
}
