import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from '@/lib/events';
import { discountQuery } from '@/shared/money/discount';
import { secondsLeft } from '../model/countdown';

const ticked = createSignal();
let listeners = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One interval for everybody who looks at the clock (spec 4.16). */
function watch(listener: () => void) {
  const stop = ticked.listen(listener);
  listeners += 1;
  timer ??= setInterval(ticked.emit, 1000);
  return () => {
    stop();
    listeners -= 1;
    if (listeners > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The discount that the member has now, with the seconds it has left; null when there is none or it has ended. */
export function useActiveDiscount() {
  const client = useQueryClient();
  const { data: received } = useQuery(discountQuery);
  const left = useSyncExternalStore(
    watch,
    () => (received ? secondsLeft(received.discount, performance.now() - received.at) : undefined),
    () => undefined,
  );
  const hasEnded = left === 0;
  useEffect(() => {
    if (!hasEnded) return;
    client.setQueryData(discountQuery.queryKey, null);
    void client.invalidateQueries({ queryKey: ['shop'] });
  }, [client, hasEnded]);
  return received && !hasEnded ? { discount: received.discount, left } : null;
}
