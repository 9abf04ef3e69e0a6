import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { readPushState, subscribeToPush } from '@/lib/push';

const stateKey = ['push-state'] as const;

/** What this browser says to push messages; undefined until it has answered. */
export const usePushState = () => useQuery({ queryKey: stateKey, queryFn: readPushState, staleTime: 0 }).data;

/** Subscribes this browser and tells the server (spec 7.4). */
export function useSubscribe(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => api.post('/push-subscriptions', await subscribeToPush(key)),
    onSettled: () => client.invalidateQueries({ queryKey: stateKey }),
  });
}
