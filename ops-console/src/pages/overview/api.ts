import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '@/providers/http';

export type Unit = 'times' | 'money' | 'waits';

/** What one day came to; figures that are no money have the currency "", those that are no waits end `within` 0. */
export interface DaySum {
  day: string;
  currency: string;
  within: number;
  amount: number;
}

export interface Figure {
  name: string;
  label: string;
  unit: Unit;
  /** The figure that this is a part of, or "". */
  share_of: string;
  /** So many days after a day is it known. */
  lag_days: number;
  days: readonly DaySum[];
}

export interface Figures {
  figures: readonly Figure[];
  sources: readonly string[];
  /** Within how many seconds waits are told to have ended; the last stands for all that took longer. */
  bounds: readonly number[];
}

export interface Asked {
  begin: string;
  end: string;
  site_id?: string;
  source?: string;
}

/** How the last run of a job went; `failures`: how many in a row. `is_late`: none has ended for too long. */
export interface Job {
  name: string;
  started_at: string | null;
  finished_at: string | null;
  milliseconds: number | null;
  failures: number;
  is_late: boolean;
}

export interface Engines {
  /** `refusal`: why an engine that answers does not do what it is asked. */
  engines: readonly { name: string; is_well: boolean; refusal: string | null; milliseconds: number | null }[];
  jobs: readonly Job[];
  waiting: { events: number; seconds_behind: number; duties: number; duties_behind: number; given_up: number };
}

export type Part = 'site' | 'source';

/** What a figure came to for one site or source ("" is none); `whole`: what it is a part of, where it is a rate. */
export interface PartSum {
  part: string;
  currency: string;
  amount: number;
  whole: number | null;
}

/** By the figure's name. */
export type Parts = Readonly<Record<string, readonly PartSum[]>>;

const MINUTE = 60_000;

const queryOf = (asked: Asked & { by?: string }) =>
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

/** What the figures of a span came to for each site or source. */
export const useParts = (asked: Asked, by: Part | '') =>
  useQuery({
    queryKey: ['overview', 'parts', asked, by],
    queryFn: () => call<{ parts: Parts }>(`/figures/parts?${queryOf({ ...asked, by })}`),
    enabled: by !== '',
    refetchInterval: 5 * MINUTE,
    retry: false,
  });

export const takeFigures = (asked: Asked) => callFile(`/figures.csv?${queryOf(asked)}`);

export const takeEngines = () => callFile('/engines.csv');

/** How the engines are, asked again and again while somebody looks. */
export const useEngines = (isOn: boolean) =>
  useQuery({
    queryKey: ['overview', 'engines'],
    queryFn: () => call<Engines>('/engines'),
    enabled: isOn,
    refetchInterval: MINUTE / 4,
    retry: false,
  });
