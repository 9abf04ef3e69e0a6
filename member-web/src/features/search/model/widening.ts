import type { Schemas } from '@/api/types';
import { NO_PLACE, RADII, type Filters } from './filters';

/** One filter that the server would loosen where nobody fits, and how many fit then. */
export type Widening = Schemas['WideningOut'];

/** The change of the filters that a widening stands for. */
export function wideningChange({ loosened, min_age: from, max_age: to, radius_km: km }: Widening): Filters {
  switch (loosened) {
    case 'ages':
      return { min_age: from ?? undefined, max_age: to ?? undefined };
    case 'distance':
      return km === null ? NO_PLACE : { radius_km: RADII.find((one) => one === km) };
    case 'interests':
      return { interest: [] };
    case 'country':
      return { country: '' };
    default:
      return { [loosened]: undefined };
  }
}
