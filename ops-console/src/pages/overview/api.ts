import { skipToken, useQuery } from '@tanstack/react-query';
import { api, dataOf, fileOf } from '@/providers/http';
import type { Schemas } from '@/providers/schema';

export type Figure = Schemas['FigureDays'];
export type Unit = Figure['unit'];
export type DaySum = Schemas['DaySum'];
export type Engines = Schemas['Engines'];
export type Job = Schemas['JobState'];
export type PartSum = Schemas['PartSum'];
export type Parts = Schemas['Parts']['parts'];
export type Part = 'site' | 'source';

/** What is asked for; an empty site or source is all of them. */
export interface Asked {
  begin: string;
  end: string;
  site_id?: string;
  source?: string;
}

const MINUTE = 60_000;

const queryOf = ({ begin, end, site_id, source }: Asked) => ({
  begin,
  end,
  ...(site_id ? { site_id } : {}),
  ...(source ? { source } : {}),
});

/** The figures of a span, from `begin` up to `end`. */
export const useFigures = (asked: Asked) =>
  useQuery({
    queryKey: ['overview', 'figures', asked],
    queryFn: () => dataOf(api.GET('/ops/api/figures', { params: { query: queryOf(asked) } })),
    refetchInterval: 5 * MINUTE,
    placeholderData: (before) => before,
    retry: false,
  });

/** What the figures of a span came to for each site or source. */
export const useParts = (asked: Asked, by: Part | '') =>
  useQuery({
    queryKey: ['overview', 'parts', asked, by],
    queryFn:
      by === ''
        ? skipToken
        : () => dataOf(api.GET('/ops/api/figures/parts', { params: { query: { ...queryOf(asked), by } } })),
    refetchInterval: 5 * MINUTE,
    retry: false,
  });

export const takeFigures = (asked: Asked) =>
  fileOf(api.GET('/ops/api/figures.csv', { params: { query: queryOf(asked) }, parseAs: 'blob' }));

export const takeEngines = () => fileOf(api.GET('/ops/api/engines.csv', { parseAs: 'blob' }));

/** How the engines are, asked again and again while somebody looks. */
export const useEngines = (isOn: boolean) =>
  useQuery({
    queryKey: ['overview', 'engines'],
    queryFn: () => dataOf(api.GET('/ops/api/engines')),
    enabled: isOn,
    refetchInterval: MINUTE / 4,
    retry: false,
  });
