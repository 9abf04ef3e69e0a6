import { useEffect, useState } from 'react';

/** A value as it was when it last stood still for so many milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds = 300): Value {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return still;
}
