import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { useUser } from '@/api/session';
import type { Schemas } from '@/api/types';
import { clearNotices, mayTell, readPushState, subscribeToPush, TOLD, unsubscribeFromPush } from '@/lib/push';
import { localStore } from '@/lib/safe-storage';

/** A browser that gets the member's push messages. */
export type PushBrowser = Schemas['BrowserOut'];

const stateQuery = queryOptions({ queryKey: ['push-state'], queryFn: readPushState, staleTime: 0 });

/** The browsers that get the member's push messages, the last used first. */
export const pushBrowsersQuery = queryOptions({
  queryKey: ['push-browsers'],
  queryFn: ({ signal }) => api.get('/push-subscriptions', { signal }),
  throwOnError: false,
});

/** Asks this browser what it says to push messages, so that a page knows as it opens. */
export const startPush = (client: QueryClient): void => void client.prefetchQuery(stateQuery);

/** What this browser says to push messages; undefined until it has answered. */
export const usePushState = () => useQuery(stateQuery).data;

/** Reads anew what this browser says to push messages, and which browsers get them. */
export async function rereadPush(client: QueryClient): Promise<void> {
  const keys = [stateQuery.queryKey, pushBrowsersQuery.queryKey];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Subscribes this browser and tells the server (spec 7.4). */
export function useSubscribe(key: string) {
  const client = useQueryClient();
  const id = useUser()?.id;
  return useMutation({
    mutationFn: async () => {
      await subscribe(key);
      if (id) localStore.setItem(TOLD, id);
    },
    onSettled: () => rereadPush(client),
  });
}

/** Ends the push messages of one of the member's browsers. */
export function useEndPush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, is_current: isThisOne }: PushBrowser) => {
      await api.delete('/push-subscriptions/{subscription_id}', { path: { subscription_id: id } });
      if (isThisOne) await forget();
    },
    onSettled: () => rereadPush(client),
  });
}

/**
 * Brings this browser in line with whom it is logged in for; null for nobody. A subscription belongs to the login that
 * saved it: it ends with the login, is made anew by the next one of the same member, and ends here, too, where the
 * member ended it in another browser.
 */
export async function settlePush(key: string | null, memberId: string | null): Promise<void> {
  const state = await readPushState();
  if (memberId === null || key === null) {
    await Promise.all([unsubscribeFromPush(), clearNotices()]);
  } else if (state === 'subscribed') {
    if (!mayTell(memberId) || !(await isKnown())) await forget();
  } else if (state === 'not-subscribed' && mayTell(memberId)) {
    await subscribe(key);
  }
}

async function subscribe(key: string): Promise<void> {
  // Browsers fill in what the standard calls optional.
  const body = (await subscribeToPush(key)) as Schemas['PushSubscriptionIn'];
  await api.post('/push-subscriptions', { body });
}

const isKnown = async () => (await api.get('/push-subscriptions')).some((one) => one.is_current);

async function forget(): Promise<void> {
  localStore.removeItem(TOLD);
  await unsubscribeFromPush();
}
