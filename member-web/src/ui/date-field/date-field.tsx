import { useId, useMemo, useRef, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { useInBrowser } from '@/lib/in-browser';
import { FieldErrorText } from '../field/field-error';
import fieldStyles from '../field/field.module.css';
import styles from './date-field.module.css';
import {
  isFull,
  LARGEST,
  orderOf,
  partsOf,
  readDate,
  spell,
  step,
  withoutSignsAround,
  type DatePart,
  type DateParts,
} from './typed-date';

interface DateFieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** The date as typed, year first, valid or not ("1962-04-30", "1962-02-30"); "" while a part is empty. */
  value: string;
  onChange: (value: string) => void;
  id?: string;
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** A date of birth, typed or pasted in the order of the language; a day that does not exist stays as typed. */
export function DateField({ label, help, error, value, onChange, id }: DateFieldProps) {
  const { locale } = useLocale();
  const order = useMemo(() => orderOf(locale), [locale]);
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'dateTimeField' }), [locale]);
  const [typed, setTyped] = useState(() => partsOf(value));
  const parts = spell(typed) === value ? typed : partsOf(value);
  const group = useRef<HTMLFieldSetElement>(null);
  const own = useId();
  const put = (changes: Partial<DateParts>) => {
    const changed = { ...parts, ...changes };
    setTyped(changed);
    onChange(spell(changed));
  };
  const goTo = (at: number) => group.current?.querySelectorAll('input')[at]?.focus();
  const readWhole = (text: string): boolean => {
    const date = readDate(text, order);
    if (!date) return false;
    put(date);
    goTo(order.length - 1);
    return true;
  };
  return (
    <fieldset
      ref={group}
      id={id}
      className={fieldStyles.field}
      aria-describedby={[help && `${own}-help`, error && `${own}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend className={fieldStyles.label}>{label}</legend>
      {help && (
        <span id={`${own}-help`} className={fieldStyles.help}>
          {help}
        </span>
      )}
      <div className={styles.parts}>
        {order.map((part, at) => (
          <Part
            key={part}
            part={part}
            text={parts[part]}
            name={names.of(part) ?? part}
            label={label}
            errorId={error && `${own}-error`}
            onText={(text) => put({ [part]: text })}
            onWhole={readWhole}
            onLeave={(by) => goTo(at + by)}
          />
        ))}
      </div>
      {error && <FieldErrorText id={`${own}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}

interface PartProps {
  part: DatePart;
  text: string;
  name: string;
  /** The label of the whole date. */
  label: string;
  errorId: string | undefined;
  onText: (text: string) => void;
  /** Fills all parts from a text that is a whole date; false for any other text. */
  onWhole: (text: string) => boolean;
  /** Moves the focus to the next or the previous part. */
  onLeave: (by: 1 | -1) => void;
}

function Part({ part, text, name, label, errorId, onText, onWhole, onLeave }: PartProps) {
  // VoiceOver on iPhone and iPad skips spin buttons; only browsers there have navigator.standalone.
  const isSpinButton = !(useInBrowser() && 'standalone' in navigator);
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const written = event.target.value;
    if (onWhole(written)) return;
    const kept = withoutSignsAround(written);
    onText(kept);
    const isTyped = /^insert(Composition)?Text$/.test((event.nativeEvent as InputEvent).inputType);
    if (isTyped && kept && (kept !== written || isFull(part, kept))) onLeave(1);
  };
  const paste = (event: ClipboardEvent) => {
    if (onWhole(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by) onText(step(part, text, by));
    else if (event.key === 'Backspace' && !text) onLeave(-1);
    else return;
    event.preventDefault();
  };
  return (
    <label className={styles.part} data-part={part}>
      <span className={styles.name} aria-hidden>
        {name}
      </span>
      <input
        type="text"
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        className={fieldStyles.input}
        aria-label={[name, label].join(', ')}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        {...(isSpinButton && {
          role: 'spinbutton',
          'aria-valuemin': 1,
          'aria-valuemax': LARGEST[part],
          'aria-valuenow': Number(text) || undefined,
        })}
        value={text}
        onChange={type}
        onPaste={paste}
        onKeyDown={press}
        onFocus={(event) => event.target.select()}
        onClick={(event) => event.currentTarget.select()}
      />
    </label>
  );
}
