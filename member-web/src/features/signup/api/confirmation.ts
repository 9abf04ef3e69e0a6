import { useQuery } from '@tanstack/react-query';
import { userQuery } from '@/api/session';

/** How often the page looks whether the mailed link was opened, in milliseconds. */
const LOOK_MS = 15_000;

/** Whether the address is confirmed; follows when the link is opened elsewhere. */
export function useIsConfirmed(): boolean {
  const { data } = useQuery({
    ...userQuery,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? false : LOOK_MS),
  });
  return data?.status === 'active';
}
