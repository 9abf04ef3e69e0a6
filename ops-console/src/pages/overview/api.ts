import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '@/providers/http';

export type Unit = 'times' | 'money' | 'seconds';

/** What one day came to; figures that are no money have the currency "". */
export interface DaySum {
  day: string;
  currency: string;
  amount: number;
}

export interface Figure {
  name: string;
  label: string;
  unit: Unit;
  days: readonly DaySum[];
}

export interface Figures {
  figures: readonly Figure[];
  sources: readonly string[];
}

export interface Asked {
  begin: string;
  end: string;
  site_id?: string;
  source?: string;
}

export interface Engines {
  engines: readonly { name: string; is_well: boolean; milliseconds: number | null }[];
  waiting: { events: number; seconds_behind: number; duties: number; given_up: number };
}

const MINUTE = 60_000;

const queryOf = (asked: Asked) =>
  new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();

/** The figures of a span, from `begin` up to `end`. */
export const useFigures = (asked: Asked) =>
  useQuery({
    queryKey: ['overview', 'figures', asked],
    queryFn: () => call<Figures>(`/figures?${queryOf(asked)}`),
    refetchInterval: 5 * MINUTE,
    placeholderData: (before) => before,
    retry: false,
  });

export const takeFigures = (asked: Asked) => callFile(`/figures.csv?${queryOf(asked)}`);

/** How the engines are, asked again and again while somebody looks. */
export const useEngines = (isOn: boolean) =>
  useQuery({
    queryKey: ['overview', 'engines'],
    queryFn: () => call<Engines>('/engines'),
    enabled: isOn,
    refetchInterval: MINUTE / 4,
    retry: false,
  });
