/** An address inside this site out of a query, or undefined; other sites ("//elsewhere") are refused. */
export function safeNext(next: string | null): string | undefined {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : undefined;
}
