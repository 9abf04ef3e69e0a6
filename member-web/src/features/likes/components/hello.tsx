import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, wait } from '@/api/client';
import { userQuery } from '@/api/session';
import { showHello } from '@/shared/like/match';

/** Milliseconds after a hello until the likes are read again (spec 7.10). */
const RELOAD_AFTER_MS = 500;

/** Says hello once for a member who asked for it, shows to whom, and reads the likes again (spec 4.11). */
export default function Hello() {
  const client = useQueryClient();
  useEffect(() => {
    // It is due still when this fails, and is said with the next page.
    sayHello(client).catch(() => undefined);
  }, [client]);
  return null;
}

async function sayHello(client: QueryClient): Promise<void> {
  const { profile } = await api.post('/auto-like');
  client.setQueryData(userQuery.queryKey, (user) => user && { ...user, auto_like_due: false });
  if (!profile) return;
  showHello(client, profile);
  await wait(RELOAD_AFTER_MS);
  await client.invalidateQueries({ queryKey: ['likes'] });
}
