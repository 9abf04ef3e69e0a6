import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { dismiss, isDismissed } from '@/lib/dismissal';
import { paths } from '@/lib/paths';
import { isMembersArea } from '../model/members-area';

/** Holds when the member closed the modal (spec 4.13). */
const CLOSED = 'hide-time-bonus-modal';
/** Milliseconds in the members area before the modal opens (spec 9.5). */
const MODAL_AFTER_MS = 40_000;

const Band = lazy(() => withTexts(import('./band'), 'time-bonus'));
const OfferModal = lazy(() => withTexts(import('./offer-modal'), 'time-bonus'));

/**
 * The place of the discount's band; its code arrives only for a member who has not paid yet (spec 2.52, 4.16). The
 * layout waits for it together with the page, so that the page does not move when it comes.
 */
export function BandHost() {
  const user = useUser();
  const { pathname } = useLocation();
  const isInArea = isMembersArea(pathname);
  const isCredits = useMatch(paths.credits.pattern) !== null;
  if (!user || user.paid_user || !(isInArea || isCredits)) return null;
  return <Band hasLink={isInArea} />;
}

/** The place of the modal: no credits, 40 seconds in the members area, not dismissed (spec 4.17). */
export function OfferModalHost() {
  const user = useUser();
  const isInArea = isMembersArea(useLocation().pathname);
  const [isDue, setDue] = useState(false);
  const isFor = user?.paid_user === false && user.credits === 0;
  useEffect(() => {
    if (!isInArea) return;
    const timer = setTimeout(() => setDue(!isDismissed(CLOSED)), MODAL_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isInArea]);
  if (!isDue || !isFor) return null;
  const close = () => {
    dismiss(CLOSED);
    setDue(false);
  };
  return (
    <Suspense>
      <OfferModal onClose={close} />
    </Suspense>
  );
}
