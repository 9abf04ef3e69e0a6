import type { Reference } from '@/shared/reference/reference';

type Interests = Reference['interests'];

/** Interests in the order of the filter: everyday ones before intimate ones, then the most common first. */
export function rankInterests(interests: Interests, counts: Record<string, number>): Interests {
  const rank = (key: string) => counts[key] ?? 0;
  return [...interests].sort(
    (one, other) => Number(one.intimate) - Number(other.intimate) || rank(other.key) - rank(one.key),
  );
}
