const MAX_MONTHS = 24;

/** The months from this one back to the first of a member, as `2026-11`, the newest first. */
export function monthsSince(first: string, now: Date = new Date()): string[] {
  const begin = new Date(first);
  const months: string[] = [];
  const month = new Date(now.getFullYear(), now.getMonth(), 1);
  while (months.length < MAX_MONTHS && month >= new Date(begin.getFullYear(), begin.getMonth(), 1)) {
    months.push(`${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`);
    month.setMonth(month.getMonth() - 1);
  }
  return months;
}
