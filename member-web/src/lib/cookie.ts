/** Value of a cookie that scripts may read, or undefined. */
export function readCookie(name: string, cookies = document.cookie): string | undefined {
  const pair = cookies.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

/** Stores a cookie for the whole site, for so many days. */
export function writeCookie(name: string, value: string, days: number): void {
  const seconds = days * 86_400;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
