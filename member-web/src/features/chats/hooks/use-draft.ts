import { useState } from 'react';
import { keepDraft, readDraft, type Pair } from '../model/kept';

/** What the member is writing to somebody; it stays on this device until it is sent. */
export function useDraft(pair: Pair): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(pair));
  const write = (changed: string) => {
    setText(changed);
    keepDraft(pair, changed);
  };
  return [text, write];
}
