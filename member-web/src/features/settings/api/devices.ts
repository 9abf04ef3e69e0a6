import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { settingsKeys } from './keys';

export type Device = Schemas['OpenSessionOut'];

/** The browsers in which the member is logged in, last seen first. */
export const devicesQuery = queryOptions({
  queryKey: settingsKeys.devices,
  queryFn: ({ signal }) => api.get('/sessions', { signal }),
  throwOnError: false,
});

/** Logs another browser out, or all others when no id is given. */
export function useLogOutElsewhere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) =>
      id ? api.delete('/sessions/{session_id}', { path: { session_id: id } }) : api.delete('/sessions'),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.devices }),
  });
}
