import styles from './field.module.css';

interface FieldPlaceProps {
  /** Unknown until the field is there, where left out. */
  label?: string;
  help?: string;
}

/** Keeps the place of a field whose code or data is still on its way: as high as the field, so that nothing moves. */
export function FieldPlace({ label = '\u00a0', help }: FieldPlaceProps) {
  return (
    <div className={styles.field} aria-hidden="true">
      <span className={styles.label}>{label}</span>
      {help && <span className={styles.help}>{help}</span>}
      <div className={styles.input}>{'\u00a0'}</div>
    </div>
  );
}
