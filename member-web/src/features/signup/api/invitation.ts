import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

/** Whether somebody could sign up with a code now; undefined until the server has said so. */
export function useInvitation(code: string) {
  const { data, isFetching } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => api.get<Schemas['InvitationStateOut']>('/invitations/check', { code }, signal),
    enabled: code !== '',
    throwOnError: false,
    retry: false,
  });
  return { isOpen: data?.is_open, isFetching };
}
