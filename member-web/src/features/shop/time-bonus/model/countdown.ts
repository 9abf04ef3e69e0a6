interface Offer {
  expires: string | null;
  server_now: string;
}

/**
 * Seconds until an offer ends, by the server's clock: `elapsed` milliseconds have passed here since it told the time.
 * The last second counts until it is over; undefined for an offer without an end.
 */
export function secondsLeft({ expires, server_now: told }: Offer, elapsed: number): number | undefined {
  if (!expires) return undefined;
  const left = Date.parse(expires) - Date.parse(told) - elapsed;
  return Math.max(0, Math.ceil(left / 1000));
}

const two = (value: number) => String(value).padStart(2, '0');

/** "3:41:07": hours, minutes, seconds (spec 4.16). */
export function clockTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return `${hours}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}
