import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { FieldErrorText } from '../field/field-error';
import { Icon } from '../icon/icon';
import fieldStyles from '../field/field.module.css';
import styles from './select.module.css';

export interface Choice {
  value: string;
  text: string;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'children' | 'onChange'> {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  choices: readonly Choice[];
  /** Text of the empty choice; without it one of the choices is always taken. */
  emptyText?: string | undefined;
  hideLabel?: boolean;
  onChange?: (value: string) => void;
}

/** One of many. It is the browser's own control, because phones show it best and it weighs nothing. */
export function Select({ label, help, error, choices, emptyText, hideLabel, onChange, ...props }: SelectProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : fieldStyles.label}>
        {label}
      </label>
      {help && (
        <span id={`${id}-help`} className={fieldStyles.help}>
          {help}
        </span>
      )}
      <span className={styles.frame}>
        <select
          {...props}
          id={id}
          className={`${fieldStyles.input} ${styles.select}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange?.(event.target.value)}
        >
          {emptyText !== undefined && <option value="">{emptyText}</option>}
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} />
      </span>
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </div>
  );
}
