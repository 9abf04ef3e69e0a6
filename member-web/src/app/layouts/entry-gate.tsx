import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useSettings, useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { dismiss, isDismissed } from '@/lib/dismissal';
import { FROM_ENTRY } from '@/lib/from-entry';
import { useInBrowser } from '@/lib/in-browser';
import { visitorCountry } from './model/country';
import { asksAtTheDoor, type Layout } from './model/entry';

const ANSWERED = 'hearth-entry-warning';

const EntryWarning = lazy(() => withTexts(import('@/features/landing/components/entry-warning'), 'entry'));

/** The place of the warning before a visitor comes in; it is shown once, and its code arrives only then (spec 2.51). */
export function EntryGate({ layout }: { layout: Layout }) {
  const settings = useSettings();
  const isInBrowser = useInBrowser();
  const isLoggedIn = useUser() !== null;
  const { pathname, state } = useLocation();
  const [wasAnswered, setAnswered] = useState(() => isDismissed(ANSWERED));
  const asks = asksAtTheDoor({
    layout,
    pathname,
    country: visitorCountry(settings),
    isOn: settings.enable_site_entry_popup,
    allowedCountries: settings.site_entry_countries,
    isInstalled: isInBrowser && window.matchMedia('(display-mode: standalone)').matches,
    isLoggedIn,
    wasAnswered,
    isReadingTerms: state === FROM_ENTRY,
  });
  if (!isInBrowser || !asks) return null;
  const comeIn = () => {
    dismiss(ANSWERED);
    setAnswered(true);
  };
  return (
    <Suspense>
      <EntryWarning onComeIn={comeIn} />
    </Suspense>
  );
}
