import { parseDate, type CalendarDate } from '@internationalized/date';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { FieldErrorText } from '../field/field-error';
import fieldStyles from '../field/field.module.css';
import styles from './date-field.module.css';

interface DateFieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** An ISO date ("1962-04-30"), or "" while it is incomplete. */
  value: string;
  onChange: (value: string) => void;
  id?: string;
  name?: string;
  isRequired?: boolean;
  autoFocus?: boolean;
}

/** A calendar date typed in the order of the language, for dates of birth. Load it lazily: it is heavy. */
export function DateField({ label, help, error, value, onChange, id, ...props }: DateFieldProps) {
  return (
    <AriaDateField<CalendarDate>
      {...props}
      {...(id && { id })}
      value={value ? parseDate(value) : null}
      onChange={(date) => onChange(date?.toString() ?? '')}
      granularity="day"
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      {help && (
        <Text slot="description" className={fieldStyles.help ?? ''}>
          {help}
        </Text>
      )}
      <DateInput className={`${fieldStyles.input} ${styles.input}`}>
        {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
      </DateInput>
      <FieldError>{error && <FieldErrorText>{error}</FieldErrorText>}</FieldError>
    </AriaDateField>
  );
}
