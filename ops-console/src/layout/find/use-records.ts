import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { ResourceDefinition } from '@/kit/definition';
import { useSections } from '@/layout/sections';
import { meaningsOf } from './words';

/** How long somebody stops typing before the server is asked. */
const PAUSE = 250;
const HITS = { page: 1, perPage: 4 };

/** What a list holds of what was typed. */
export interface Found {
  resource: ResourceDefinition;
  /** The filter that it was asked by. */
  by: string;
  sought: string;
  records: readonly RaRecord[];
  total: number;
  hasMore: boolean;
}

/** What the lists that the person may read hold of what was typed, each asked by the filter that it is found by. */
export function useRecords(typed: string) {
  const sought = usePaused(typed.trim());
  const provider = useDataProvider();
  const searches = searchesFor(sought, useSections().lists);
  const answers = useQueries({
    queries: searches.map(({ resource, by }) => ({
      queryKey: [resource.name, 'find', by, sought],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
        const asked = { pagination: HITS, filter: { [by]: sought }, signal };
        const { data, total = 0, meta } = await provider.getList<RaRecord>(resource.name, asked);
        return { resource, by, sought, records: data, total, hasMore: (meta as { hasMore: boolean }).hasMore };
      },
    })),
  });
  return {
    found: answers.flatMap(({ data = [] }) => data),
    failed: searches.filter((_, at) => answers[at]?.isError).map(({ resource }) => resource),
    isAsking: sought !== typed.trim() || answers.some(({ isPending }) => isPending),
  };
}

function searchesFor(sought: string, lists: readonly ResourceDefinition[]) {
  const meanings = meaningsOf(sought);
  return lists.flatMap((resource) =>
    Object.entries(resource.finds ?? {}).flatMap(([by, word]) => (meanings.includes(word) ? [{ resource, by }] : [])),
  );
}

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(typed), PAUSE);
    return () => clearTimeout(pause);
  }, [typed]);
  return paused;
}
