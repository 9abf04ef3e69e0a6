import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type DataExport = Schemas['ExportOut'];

/** Asks for another address; the link that makes the change goes there. */
export function useChangeEmail() {
  return useMutation({ mutationFn: (wish: Schemas['EmailChangeIn']) => api.post('/email-change', { body: wish }) });
}

/** Changes the password; all other browsers are logged out (spec 5.4). */
export function useChangePassword() {
  return useMutation({ mutationFn: (change: Schemas['PasswordIn']) => api.put('/password', { body: change }) });
}

/** How often a copy that is being made is asked after, in milliseconds. */
const ASK_AGAIN_MS = 2_000;

/** The newest copy of the member's data, and whether another may be asked for; asked after until it is ready. */
export const exportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => api.get('/account/export', { signal }),
  refetchInterval: ({ state }) => (state.data?.export?.state === 'waiting' ? ASK_AGAIN_MS : false),
  throwOnError: false,
});

/** Where the browser gets the newest copy as a file. */
export const exportFile = '/api/v1/account/export/file';

/** Has a copy of everything made that is known of the member. */
export function useAskExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/account/export'),
    onSuccess: (made) => client.setQueryData(exportQuery.queryKey, { export: made, may_ask: false }),
  });
}
