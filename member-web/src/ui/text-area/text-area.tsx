import { useTranslation } from 'react-i18next';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldErrorText } from '../field/field-error';
import fieldStyles from '../field/field.module.css';
import { useLimit } from '../field/use-limit';
import type { TextFieldProps } from '../text-field/text-field';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<TextFieldProps, 'ref' | 'type' | 'pattern'> {
  rows?: number;
}

/** Several lines of text; with `maxLength` it counts how many characters are left. */
export function TextArea({ label, help, error, placeholder, rows = 5, ...props }: TextAreaProps) {
  const { t } = useTranslation();
  const { props: limited, left } = useLimit(props);
  return (
    <AriaTextField
      {...limited}
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
      <AriaTextArea
        rows={rows}
        className={`${fieldStyles.input} ${styles.area}`}
        {...(placeholder && { placeholder })}
      />
      {left !== undefined && <p className={styles.count}>{t('charactersLeft', { count: left })}</p>}
      <FieldError>{error && <FieldErrorText>{error}</FieldErrorText>}</FieldError>
    </AriaTextField>
  );
}
