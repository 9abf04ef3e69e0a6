import { useEffect, useRef } from 'react';

/** Calls the newest callback once, when the last call is so many milliseconds ago; for fields that search by typing. */
export function useLater<Value>(callback: (value: Value) => void, milliseconds = 500) {
  const newest = useRef(callback);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = callback;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value: Value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => newest.current(value), milliseconds);
  };
}
