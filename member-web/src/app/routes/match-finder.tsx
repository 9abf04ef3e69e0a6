import type { QueryClient } from '@tanstack/react-query';
import { answersQuery, PAGE_SIZE, startFinding } from '@/features/match-finder/api/finder';
import { Finder } from '@/features/match-finder/components/finder';

export async function load(client: QueryClient) {
  const { open } = await client.ensureQueryData(answersQuery);
  if (open.length === 0) startFinding(client, PAGE_SIZE);
  return null;
}

/** /match-finder, its questions and the people it finds (spec 2.17). */
export function Component() {
  return (
    <main id="main">
      <Finder />
    </main>
  );
}
