import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { settingsKeys } from './keys';

export type Consent = Schemas['ConsentOut'];

/** The consents that the member gave, withdrawn ones too, the latest first. */
export const consentsQuery = queryOptions({
  queryKey: settingsKeys.consents,
  queryFn: ({ signal }) => api.get('/profile/consents', { signal }),
  throwOnError: false,
});

/** Takes the consent for what is intimate back; the server erases it. */
export function useWithdrawConsent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.put('/profile/consents', { body: { intimate: false } }),
    onSuccess: () => client.removeQueries({ queryKey: ['profile'] }),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.consents }),
  });
}
