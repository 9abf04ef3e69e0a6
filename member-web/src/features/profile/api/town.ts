import { useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Place } from '@/shared/reference/reference';
import { findPosition } from '../hooks/use-geolocation';

/** About a kilometre: only the town is asked for, so nothing finer leaves the device. */
const DECIMALS = 2;

/** The town nearest to where the device is, or null where there is none (spec 7.6); raises GeolocationPositionError. */
export function useFindTown() {
  return useMutation({
    mutationFn: async (): Promise<Place | null> => {
      const { latitude, longitude } = await findPosition();
      const point = { lat: Number(latitude.toFixed(DECIMALS)), lon: Number(longitude.toFixed(DECIMALS)) };
      return (await api.get('/geocode', { query: point })).place;
    },
  });
}
