import { useId, type ReactNode } from 'react';
import { FieldErrorText } from '../field/field-error';
import fieldStyles from '../field/field.module.css';
import styles from './radio-cards.module.css';

export interface RadioCard {
  value: string;
  content: ReactNode;
  /** At the end of the card's line. */
  aside?: ReactNode;
  /** What opens beneath the line while the card is chosen; it may hold radio cards of its own. */
  more?: ReactNode;
}

interface RadioCardsProps {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  cards: readonly RadioCard[];
  value: string | null;
  onChange: (value: string) => void;
  /** Small cards beside each other, for a long list of short names. */
  isGrid?: boolean;
  id?: string;
}

/** One of several things that need room to say what they are. The browser's own radios, so that groups may nest. */
export function RadioCards({ label, hideLabel, error, cards, value, onChange, isGrid, id }: RadioCardsProps) {
  const name = useId();
  return (
    <fieldset
      id={id}
      className={styles.cards}
      data-grid={isGrid || undefined}
      data-invalid={error !== undefined || undefined}
      aria-describedby={`${name}-error`}
    >
      <legend className={hideLabel ? 'visually-hidden' : fieldStyles.label}>{label}</legend>
      <div className={styles.list}>
        {cards.map((card) => (
          <div key={card.value} className={styles.card} data-selected={card.value === value || undefined}>
            <label className={styles.line}>
              <input
                type="radio"
                name={name}
                value={card.value}
                checked={card.value === value}
                onChange={() => onChange(card.value)}
              />
              <span className={styles.content}>{card.content}</span>{' '}
              {card.aside && <span className={styles.aside}>{card.aside}</span>}
            </label>
            {card.value === value && card.more && <div className={styles.more}>{card.more}</div>}
          </div>
        ))}
      </div>
      <div id={`${name}-error`} role="alert">
        {error && <FieldErrorText>{error}</FieldErrorText>}
      </div>
    </fieldset>
  );
}
