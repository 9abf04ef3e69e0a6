/** The path, query and fragment of an address inside this site out of a query, or undefined for any other. */
export function safeNext(next: string | null): string | undefined {
  if (!next?.startsWith('/')) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(next, location.origin);
    // Dots are taken out first: what is left of "/.//elsewhere" names another site.
    const isHere = origin === location.origin && !pathname.startsWith('//');
    return isHere ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
