import { readTrafficSource } from '@/lib/traffic-source';

const ADDRESS = '/api/v1/page-bounces';

/** A visit as it is counted: the page and where the visitor came from, nothing that tells who it was. */
export function bounceOf(path: string, seconds: number) {
  const { network = '', ref = '' } = readTrafficSource() ?? {};
  return { path, network: network.slice(0, 100), ref: ref.slice(0, 100), seconds: Math.min(seconds, 86_400) };
}

/** For addresses with `lb` (spec 5.8): tells the server once when a visitor hides the page that they came by without having gone to another. */
export function watchBounce(): void {
  const path = window.location.pathname;
  const since = Date.now();
  const tell = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    if (window.location.pathname !== path) return;
    const bounce = bounceOf(path, Math.round((Date.now() - since) / 1000));
    // It outlives the page, and unlike a beacon it can say that it comes from our own pages.
    void fetch(ADDRESS, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Hearthside-Client': 'web' },
      body: JSON.stringify(bounce),
    }).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', tell);
}
