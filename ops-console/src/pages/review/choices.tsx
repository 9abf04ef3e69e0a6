import { useTranslate } from 'react-admin';
import { Key } from '@/kit/keys';
import { useKeys } from '@/kit/use-keys';

interface ChoicesProps {
  legend: string;
  name: string;
  /** Keys with what they say. */
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One of a few, by hand or by the keys 1 to 9. */
export function Choices({ legend, name, options, value, onChange }: ChoicesProps) {
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
