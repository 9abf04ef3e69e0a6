import { useState } from 'react';
import { ComboBox, type ComboBoxProps } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { FieldErrorText } from '../field/field-error';
import fieldStyles from '../field/field.module.css';
import styles from './suggest-field.module.css';

export interface Suggestion {
  id: string;
  text: string;
  /** Tells two suggestions of the same text apart, such as a town's region. */
  detail?: string;
}

interface SuggestFieldProps extends Pick<ComboBoxProps<Suggestion>, 'isRequired' | 'onBlur'> {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  id?: string;
  text: string;
  onText: (text: string) => void;
  /** What fits the text, as the server found it. */
  suggestions: readonly Suggestion[];
  onChoose: (suggestion: Suggestion) => void;
}

/** A text field that suggests while somebody types, such as towns. Load it lazily: it is heavy. */
export default function SuggestField({
  label,
  help,
  error,
  id,
  text,
  onText,
  suggestions,
  onChoose,
  ...props
}: SuggestFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const type = (typed: string) => {
    setTyping(true);
    onText(typed);
  };
  const choose = (key: unknown) => {
    const chosen = suggestions.find((one) => one.id === key);
    if (!chosen) return;
    setTyping(false);
    onChoose(chosen);
  };
  return (
    <ComboBox
      {...props}
      {...(id && { id })}
      items={suggestions}
      inputValue={text}
      onInputChange={type}
      value={null}
      onChange={choose}
      defaultFilter={() => true}
      allowsCustomValue
      // Suggestions arrive after the typing, so the list opens empty; once something is chosen it has to go, because
      // an open list hides the rest of the page from screen readers.
      allowsEmptyCollection={isTyping}
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
      <Input className={fieldStyles.input ?? ''} />
      <FieldError>{error && <FieldErrorText>{error}</FieldErrorText>}</FieldError>
      <Popover className={styles.popover ?? ''}>
        <ListBox<Suggestion> className={styles.list ?? ''}>
          {(one) => (
            <ListBoxItem id={one.id} textValue={one.text} className={styles.entry ?? ''}>
              <Text slot="label">{one.text}</Text>
              {one.detail && (
                <Text slot="description" className="meta">
                  {one.detail}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
