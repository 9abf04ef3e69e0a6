import { useEffect, useState } from 'react';

/** How old a position may be, in milliseconds (spec 9.10). */
const CACHE_MS = 3_600_000;
const TIMEOUT_MS = 15_000;

/** What the browser says about asking for the position (spec 3.13). */
export type GeolocationState = PermissionState | 'unsupported' | 'unknown';

export interface Position {
  latitude: number;
  longitude: number;
}

/** Whether the position may be asked for, kept up to date while the member answers the browser. */
export function useGeolocationState(): GeolocationState {
  const [state, setState] = useState<GeolocationState>('geolocation' in navigator ? 'unknown' : 'unsupported');
  useEffect(() => {
    if (!('geolocation' in navigator) || !('permissions' in navigator)) return;
    let status: PermissionStatus | undefined;
    const follow = () => status && setState(status.state);
    const watch = async () => {
      status = await navigator.permissions.query({ name: 'geolocation' });
      follow();
      status.addEventListener('change', follow);
    };
    // A browser that does not tell stays at "unknown"; asking for the position works all the same.
    watch().catch(() => undefined);
    return () => status?.removeEventListener('change', follow);
  }, []);
  return state;
}

/** Asks the browser where this is; raises GeolocationPositionError. */
export function findPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      maximumAge: CACHE_MS,
      timeout: TIMEOUT_MS,
    });
  });
}
