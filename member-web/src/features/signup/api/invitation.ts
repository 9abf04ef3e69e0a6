import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';

/** Whether somebody could sign up with a code now; undefined until the server has said so. */
export function useInvitation(code: string) {
  const { data, isFetching } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => api.get('/invitations/check', { query: { code }, signal }),
    enabled: code !== '',
    throwOnError: false,
    retry: false,
  });
  return { isOpen: data?.is_open, isFetching };
}
