import { useState } from 'react';
import { keepGift, readGift, type GiftChoice, type Pair } from '../../model/kept';

/** The gift that the member chose for somebody; it stays on this device until it is sent. */
export function useGiftChoice(pair: Pair): [GiftChoice, (changes: Partial<GiftChoice>) => void] {
  const [choice, setChoice] = useState(() => readGift(pair));
  const change = (changes: Partial<GiftChoice>) => {
    const changed = { ...choice, ...changes };
    setChoice(changed);
    keepGift(pair, changed);
  };
  return [choice, change];
}
