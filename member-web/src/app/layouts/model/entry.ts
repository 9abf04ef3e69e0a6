import { matchPath } from 'react-router';
import { paths } from '@/lib/paths';

export type Layout = 'default' | 'chat' | 'lander' | 'empty';

interface Situation {
  layout: Layout;
  pathname: string;
  /** Where the visitor is, as far as it is known. */
  country: string | null;
  isOn: boolean;
  allowedCountries: readonly string[];
  isInstalled: boolean;
  isLoggedIn: boolean;
  wasAnswered: boolean;
  /** Whether the visitor came here from the warning, to read the terms before answering it. */
  isReadingTerms: boolean;
}

/** Layouts without a site around them warn in these countries only (spec 2.41 to 2.43). */
const STRICT_COUNTRIES = new Set(['NL', 'DE']);

/** Pages that an e-mail leads to (spec 2.40). */
const WITHOUT = [paths.completeSignup.pattern, paths.resetPassword.pattern, paths.resetPasswordDo.pattern];

/** Whether a visitor is asked before coming in (spec 2.51). */
export function asksAtTheDoor(here: Situation): boolean {
  if (!here.isOn || here.isLoggedIn || here.isInstalled || here.wasAnswered) return false;
  if (here.isReadingTerms) return false;
  if (WITHOUT.some((pattern) => matchPath(pattern, here.pathname))) return false;
  if (here.country === null || !here.allowedCountries.includes(here.country)) return false;
  return here.layout === 'default' || STRICT_COUNTRIES.has(here.country);
}
