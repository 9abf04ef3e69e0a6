import { useEffect, useState } from 'react';
import { draftGivenBack, keepDraft, readDraft, type Pair } from '../model/kept';

/** What the member is writing to somebody; it stays on this device until it is sent. */
export function useDraft({ memberId, partnerId }: Pair): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft({ memberId, partnerId }));
  useEffect(() => draftGivenBack.listen(() => setText(readDraft({ memberId, partnerId }))), [memberId, partnerId]);
  const write = (changed: string) => {
    setText(changed);
    keepDraft({ memberId, partnerId }, changed);
  };
  return [text, write];
}
