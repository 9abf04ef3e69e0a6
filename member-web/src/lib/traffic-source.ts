import { localStore } from './safe-storage';

const FIELDS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
const KEY = 'hearth-traffic-source';

export type TrafficSource = Partial<Record<(typeof FIELDS)[number], string>>;

/** Where a visitor came from, out of an address's query; undefined when it says nothing. */
export function parseTrafficSource(query: URLSearchParams): TrafficSource | undefined {
  const found = FIELDS.flatMap((field) => {
    const value = query.get(field);
    return value ? [[field, value.slice(0, 200)] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Keeps the source of the first visit until the signup (spec 3.8); later visits do not replace it. */
export function keepTrafficSource(query: URLSearchParams): void {
  const source = parseTrafficSource(query);
  if (source && !readTrafficSource()) localStore.setItem(KEY, JSON.stringify(source));
}

/** The kept source, for the signup form and for the footer's rules. */
export function readTrafficSource(): TrafficSource | undefined {
  const kept = localStore.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as TrafficSource);
}
