import { useState } from 'react';

/** A picture's address for as long as it can be loaded; it may have ended since the page was put together (spec 6.4). */
export function useLoadable(address: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  return { src: address === failed ? null : address, onError: () => setFailed(address) };
}
