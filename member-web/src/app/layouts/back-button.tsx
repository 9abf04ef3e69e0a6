import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { showsBack } from './model/back';

const BackControl = lazy(() => import('./back-control'));

/** Back, for the installed app, which has no browser bar (spec 2.48). */
export function BackButton() {
  const { pathname } = useLocation();
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  const position = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  if (!showsBack({ isInstalled, hasHistory: position > 0, pathname })) return null;
  return (
    <Suspense>
      <BackControl />
    </Suspense>
  );
}
