import { DateField, useFieldValue, useTranslate } from 'react-admin';
import { locale } from '@/i18n/language';
import { choiceLabel } from './choices';
import { isMoney, moneyInWords } from './money';

interface FieldProps {
  source: string;
  label?: string;
}

const TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** Keys that stand out; every other is plain. The word is always there, never colour alone. */
const TONES: Record<string, string> = {
  active: 'ok',
  banned: 'danger',
  completed: 'ok',
  deleted: 'warn',
  failed: 'danger',
  given_up: 'danger',
  not_confirmed: 'warn',
  paid: 'ok',
  pending: 'warn',
  received: 'danger',
  refunded: 'ok',
  rejected: 'warn',
  requested: 'warn',
  waiting: 'warn',
};

export const InstantField = ({ source }: FieldProps) => (
  <DateField source={source} showTime locales={locale()} options={TIME} className="number" />
);

export const DayField = ({ source }: FieldProps) => (
  // A date without a time has no time zone to be moved by.
  <DateField source={source} locales={locale()} options={{ ...DAY, timeZone: 'UTC' }} className="number" />
);

export function MoneyField({ source }: FieldProps) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return isMoney(value) ? <span className="number">{moneyInWords(value)}</span> : null;
}

export function LongTextField({ source }: FieldProps) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return typeof value === 'string' ? <p className="long">{value}</p> : null;
}

/** Whether there is nothing to show of a value. */
export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export function JsonField({ source }: FieldProps) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return isEmpty(value) ? null : <pre className="json">{JSON.stringify(value, null, 2)}</pre>;
}

export function PictureField({ source }: FieldProps) {
  const address: unknown = useFieldValue<Record<string, unknown>>({ source });
  const translate = useTranslate();
  if (typeof address !== 'string') return null;
  return <img className="thumbnail" src={address} alt={translate('ops.picture')} loading="lazy" />;
}

export function WordsField({ source }: FieldProps) {
  const values: unknown = useFieldValue<Record<string, unknown>>({ source });
  return Array.isArray(values) ? <span>{values.join(', ')}</span> : null;
}

export function YesNoField({ source }: FieldProps) {
  const value = useFieldValue<Record<string, unknown>>({ source });
  const translate = useTranslate();
  return <span>{translate(value ? 'ops.yes' : 'ops.no')}</span>;
}

export function BadgeField({ source }: FieldProps) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return typeof value === 'string' ? <Badge value={value} /> : null;
}

export function BadgesField({ source }: FieldProps) {
  const values: unknown = useFieldValue<Record<string, unknown>>({ source });
  if (!Array.isArray(values)) return null;
  return (
    <span className="badges">
      {values.map((value) => (
        <Badge key={String(value)} value={String(value)} />
      ))}
    </span>
  );
}

export function Badge({ value }: { value: string }) {
  const translate = useTranslate();
  return <span className={`badge ${TONES[value] ?? ''}`}>{translate(choiceLabel(value))}</span>;
}
