import type { Settings } from '@/api/types';

type Places = Pick<Settings, 'geoip_country' | 'geoip_selected_country'>;

/** Where a visitor is: by their address, else as the page's own address says; null where nobody knows. */
export const visitorCountry = ({ geoip_country: located, geoip_selected_country: selected }: Places): string | null =>
  located ?? selected;
