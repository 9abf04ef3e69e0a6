import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '@/api/session';
import { isPushSubscribed } from '@/lib/push';

const START_MS = 5_000;
const EVERY_MS = 60_000;
const EVERY_WITH_PUSH_MS = 300_000;

/** What grows old while a page is open: the user, the chat list and the likes. */
const AGEING = ['user', 'chats', 'likes'];

/** Milliseconds between two refreshes (spec 9.4). */
export const refreshEvery = (withPush: boolean): number => (withPush ? EVERY_WITH_PUSH_MS : EVERY_MS);

/** Refreshes for a logged-in member: first 5 s after the start, then every 60 s, or 300 s with push (spec 9.4). */
export function useRefresh(): void {
  const client = useQueryClient();
  const isLoggedIn = useUser() !== null;
  useEffect(() => {
    if (!isLoggedIn) return;
    let timer = setTimeout(tick, START_MS);
    async function tick() {
      AGEING.forEach((name) => void client.invalidateQueries({ queryKey: [name] }));
      timer = setTimeout(tick, refreshEvery(await isPushSubscribed()));
    }
    return () => clearTimeout(timer);
  }, [client, isLoggedIn]);
}
