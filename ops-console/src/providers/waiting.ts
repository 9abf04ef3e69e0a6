import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from './http';

/** What is told here changes with whatever is done at a desk. */
export const WAITING = ['waiting'];

/** What waits on the desks, asked again and again while somebody looks. */
export const useWaiting = (isOn = true) =>
  useQuery({
    queryKey: WAITING,
    queryFn: () => dataOf(api.GET('/ops/api/waiting')),
    enabled: isOn,
    refetchInterval: 60_000,
    retry: false,
  });
