import styles from './field.module.css';

interface FieldPlaceProps {
  label: string;
  help?: string;
}

/** Keeps the place of a field whose code is still on its way: as high as the field, so that nothing moves. */
export function FieldPlace({ label, help }: FieldPlaceProps) {
  return (
    <div className={styles.field} aria-hidden="true">
      <span className={styles.label}>{label}</span>
      {help && <span className={styles.help}>{help}</span>}
      <div className={styles.input}>{'\u00a0'}</div>
    </div>
  );
}
