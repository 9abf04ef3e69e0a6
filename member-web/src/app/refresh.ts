import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '@/api/session';

/** Keeps the page of a logged-in member up to date; what does so arrives after the first paint. */
export function useRefresh(): void {
  const client = useQueryClient();
  const id = useUser()?.id;
  useEffect(() => {
    if (!id) return;
    const live = import('./live/start').then(({ startLive }) => startLive(client, id));
    return () => void live.then((stop) => stop());
  }, [client, id]);
}
