import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { modalDelay } from '../model/modal-delay';

const LikeModal = lazy(() => withTexts(import('./like-modal'), 'like-modal'));

/** The place of the like modal: t seconds after an address with ?t, which then goes from the address (spec 4.15). */
export function LikeModalHost() {
  const isMember = useUser() !== null;
  const [query, setQuery] = useSearchParams();
  const asked = isMember ? modalDelay(query.get('t')) : undefined;
  const [delay, setDelay] = useState<number>();
  const [isDue, setDue] = useState(false);
  if (asked !== undefined && asked !== delay) setDelay(asked);
  useEffect(() => {
    if (asked !== undefined) setQuery(without, { replace: true, preventScrollReset: true });
  }, [asked, setQuery]);
  useEffect(() => {
    if (delay === undefined) return;
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  const close = () => {
    setDue(false);
    setDelay(undefined);
  };
  if (!isDue || !isMember) return null;
  return (
    <Suspense>
      <LikeModal onClose={close} />
    </Suspense>
  );
}

function without(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('t');
  return rest;
}
