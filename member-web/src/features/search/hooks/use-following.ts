import { useState } from 'react';

/** State that a control keeps while it is in use, and that follows the outer value whenever that changes. */
export function useFollowing<Value extends string | number>(outer: Value) {
  const [seen, setSeen] = useState(outer);
  const [value, setValue] = useState(outer);
  if (seen !== outer) {
    setSeen(outer);
    setValue(outer);
  }
  return [value, setValue] as const;
}
