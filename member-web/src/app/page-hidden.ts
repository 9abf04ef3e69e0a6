import { useEffect } from 'react';

const ADDRESS = '/api/page-hidden.php';

/** Tells the server, by a beacon with an empty JSON body, that the page was hidden (spec 7.7). */
export function usePageHiddenBeacon(): void {
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== 'hidden') return;
      navigator.sendBeacon(ADDRESS, new Blob(['{}'], { type: 'application/json' }));
    };
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, []);
}
