import type { ChoiceField } from '@/shared/reference/reference';

/** The choice fields in the order of the form. Sexuality needs a consent and stands with what else does. */
const PLACES = {
  gender: 'basics',
  relationship_status: 'basics',
  hair_color: 'basics',
  eye_color: 'basics',
  body_type: 'basics',
  tattoos: 'basics',
  sexuality: 'private',
} as const satisfies Record<ChoiceField, 'basics' | 'private'>;

export const BASICS = (Object.keys(PLACES) as ChoiceField[]).filter((field) => PLACES[field] === 'basics');
