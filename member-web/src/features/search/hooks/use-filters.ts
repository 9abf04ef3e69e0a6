import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { changeFilters, readFilters, writeFilters, type Filters } from '../model/filters';

/** The filters in the page's address, and how to change some of them or to set all of them anew. */
export function useFilters() {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => readFilters(query), [query]);
  // The address follows a little later, so a second quick change builds on this and not on the address.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const set = (next: Filters) => {
    newest.current = next;
    setQuery(writeFilters(next), { replace: true, preventScrollReset: true });
  };
  return { filters, set, change: (change: Filters) => set(changeFilters(newest.current, change)) };
}
