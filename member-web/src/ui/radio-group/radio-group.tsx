import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import {
  Radio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaProps,
} from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import { FieldErrorText } from '../field/field-error';
import choiceStyles from '../checkbox/choice.module.css';
import fieldStyles from '../field/field.module.css';

export interface RadioChoice {
  value: string;
  text: ReactNode;
  help?: ReactNode;
}

interface RadioGroupProps extends Omit<AriaProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  choices: readonly RadioChoice[];
  boxed?: boolean;
  /** For a page whose title asks the question already. */
  hideLabel?: boolean;
}

/** One of a few, all of them visible. */
export function RadioGroup({ label, help, error, choices, boxed, hideLabel, value, ...props }: RadioGroupProps) {
  // With a value that is none of its choices, react-aria gives the Tab key no way into the group.
  const chosen = choices.find((choice) => choice.value === value)?.value ?? null;
  return (
    <AriaRadioGroup
      {...props}
      {...(value !== undefined && { value: chosen })}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field ?? ''}
    >
      <Label className={hideLabel ? 'visually-hidden' : (fieldStyles.label ?? '')}>{label}</Label>
      {help && (
        <Text slot="description" className={fieldStyles.help ?? ''}>
          {help}
        </Text>
      )}
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          value={choice.value}
          className={choiceStyles.choice ?? ''}
          data-boxed={boxed || undefined}
        >
          <span className={choiceStyles.box} data-round aria-hidden />
          <span>
            {choice.text}
            {choice.help && <span className={choiceStyles.help}>{choice.help}</span>}
          </span>
        </Radio>
      ))}
      <FieldError>{error && <FieldErrorText>{error}</FieldErrorText>}</FieldError>
    </AriaRadioGroup>
  );
}
