import { useQuery } from '@tanstack/react-query';
import { call } from './http';

/** How much waits on a desk, and how much of that is late. */
export interface Waiting {
  queue: 'review' | 'signatures' | 'appeals' | 'complaints' | 'fiction' | 'refunds';
  waiting: number;
  late: number;
}

/** What is told here changes with whatever is done at a desk. */
export const WAITING = ['waiting'];

/** What waits on the desks, asked again and again while somebody looks. */
export const useWaiting = (isOn = true) =>
  useQuery({
    queryKey: WAITING,
    queryFn: () => call<{ queues: readonly Waiting[] }>('/waiting'),
    enabled: isOn,
    refetchInterval: 60_000,
    retry: false,
  });
