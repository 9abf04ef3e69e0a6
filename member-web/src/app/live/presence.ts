import type { QueryClient } from '@tanstack/react-query';

/** Turns the light beside a person on or off wherever the page has a copy of them; the next answer has it, too. */
export function showPresence(client: QueryClient, memberId: string, isOnline: boolean): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    // Writing would make what is due to be read again look fresh.
    if (state.isInvalidated) continue;
    const data = turned(state.data, memberId, isOnline);
    if (data !== state.data) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
  }
}

/** The same value where nothing in it changes, else a copy. */
function turned(value: unknown, memberId: string, isOnline: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => turned(item, memberId, isOnline));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, turned(part, memberId, isOnline)] as const);
  const changes = entries.filter(([name, part]) => part !== value[name]);
  const isThem = value.id === memberId && 'is_online' in value && value.is_online !== isOnline;
  if (changes.length === 0 && !isThem) return value;
  return { ...value, ...Object.fromEntries(changes), ...(isThem && { is_online: isOnline }) };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
