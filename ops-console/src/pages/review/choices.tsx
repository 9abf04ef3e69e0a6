import { useTranslate } from 'react-admin';
import { Key } from '@/kit/keys';
import { useKeys } from '@/kit/use-keys';

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  /** Keys with what they say. */
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One of a few, by hand or by the keys 1 to 9. */
export function Choices<Value extends string>({ legend, name, options, value, onChange }: ChoicesProps<Value>) {
  const translate = useTranslate();
  useKeys(Object.fromEntries(options.map((option, place) => [String(place + 1), () => onChange(option.value)])));
  return (
    <fieldset className="choices">
      <legend>{translate(legend)}</legend>
      {options.map((option, place) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-keyshortcuts={String(place + 1)}
          />
          <span>{translate(option.label)}</span>
          <Key name={String(place + 1)} />
        </label>
      ))}
    </fieldset>
  );
}
