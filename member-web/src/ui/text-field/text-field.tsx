import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField, type TextFieldProps as AriaProps } from 'react-aria-components/TextField';
import { FieldErrorText } from '../field/field-error';
import styles from '../field/field.module.css';
import { useLimit } from '../field/use-limit';

export interface TextFieldProps extends Omit<AriaProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  label: string;
  help?: string | undefined;
  /** A sentence that says how to mend the value; undefined when it is fine. */
  error?: string | undefined;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with a visible label, which says when it is full; give `id` where an error summary links to it. */
export function TextField({ label, help, error, placeholder, ref, id, ...props }: TextFieldProps) {
  const { t } = useTranslation();
  const { props: limited, left } = useLimit(props);
  return (
    <AriaTextField
      {...limited}
      {...(id && { id })}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {help && (
        <Text slot="description" className={styles.help ?? ''}>
          {help}
        </Text>
      )}
      <Input ref={ref} className={styles.input ?? ''} {...(placeholder && { placeholder })} />
      {left === 0 && <p className="small muted">{t('charactersLeft', { count: 0 })}</p>}
      <FieldError>{error && <FieldErrorText>{error}</FieldErrorText>}</FieldError>
    </AriaTextField>
  );
}
