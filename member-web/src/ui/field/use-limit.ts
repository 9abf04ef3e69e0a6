import { useState } from 'react';

interface Limited {
  value?: string;
  defaultValue?: string;
  maxLength?: number;
  onChange?: (text: string) => void;
}

/**
 * The props of a field that takes at most `maxLength` code points, as the server counts them, and how many are left.
 * HTML's own `maxlength` counts units of UTF-16: an emoji is two of them or more.
 */
export function useLimit<Props extends Limited>(props: Props): { props: Props; left: number | undefined } {
  const { maxLength, onChange } = props;
  const [typed, setTyped] = useState(props.value ?? props.defaultValue ?? '');
  if (maxLength === undefined) return { props, left: undefined };
  const value = props.value ?? typed;
  const left = Math.max(0, maxLength - Array.from(value).length);
  const change = (text: string) => {
    const fits = fitted(text, { before: value, max: maxLength });
    setTyped(fits);
    onChange?.(fits);
  };
  // Room for any code points that are left. The browser keeps the caret where nothing more fits, and a cut does not.
  return { left, props: { ...props, value, maxLength: value.length + 2 * left, onChange: change } };
}

/** A changed text, without the end of what came in where that is too much; what was there stays. */
function fitted(text: string, { before, max }: { before: string; max: number }): string {
  const [was, is] = [Array.from(before), Array.from(text)];
  if (is.length <= max) return text;
  let after = 0;
  while (after < was.length && was.at(-1 - after) === is.at(-1 - after)) after += 1;
  const kept = is.slice(0, Math.max(0, max - after));
  return [...kept, ...is.slice(is.length - after)].slice(0, max).join('');
}
