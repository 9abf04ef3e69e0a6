import type { Settings } from '@/api/types';

/** Who may come in: everybody, those with a partner's link, those with an invitation, nobody (spec 6.2). */
export type Access = 'open' | 'by-link' | 'by-invitation' | 'closed';

/** What the site's setting means for whoever is here; the server decides again. */
export function accessOf(signups: Settings['signups'], hasSource: boolean): Access {
  if (signups === 'all') return 'open';
  if (signups === 'with_trafficsource') return hasSource ? 'open' : 'by-link';
  return signups === 'invitation' ? 'by-invitation' : 'closed';
}
