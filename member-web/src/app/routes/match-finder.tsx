import type { QueryClient } from '@tanstack/react-query';
import { answersQuery, PAGE_SIZE, startFinding } from '@/features/finder/api/finder';
import { Finder } from '@/features/finder/components/finder';
import { currentLanguage } from '@/i18n';
import { referenceQuery } from '@/shared/reference/reference';

export async function load(client: QueryClient) {
  // The names of interests, so that no reason shows a key first.
  const names = client.prefetchQuery(referenceQuery(currentLanguage()));
  const { open } = await client.ensureQueryData(answersQuery);
  if (open.length === 0) startFinding(client, PAGE_SIZE);
  await names;
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
