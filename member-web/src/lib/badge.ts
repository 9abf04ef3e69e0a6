/** A count as the badge shows it: never more than 99+ (spec 9.2). */
export function capCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** At this many credits or fewer the credits badge appears (spec 9.2). */
const LOW_CREDITS = 10;

/** Which credits badge a member sees: none above 10, a warning down to 1, danger at 0 (spec 2.45). */
export function creditsBadge(credits: number): 'low' | 'none' | undefined {
  if (credits > LOW_CREDITS) return undefined;
  return credits > 0 ? 'low' : 'none';
}

/** The page title: unread messages and new likes in brackets before the site's title (spec 4.19). */
export function pageTitle(waiting: number, indexTitle: string): string {
  return waiting > 0 ? `(${waiting}) ${indexTitle}` : indexTitle;
}
