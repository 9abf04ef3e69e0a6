import { Button } from '@mui/material';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Loading, Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Desk } from '@/kit/desk';
import { Failed } from '@/kit/failed';
import { useByIds } from '@/kit/records';
import { openDecision, type DecidedCase } from './api';
import { DeskTabs } from './desk-tabs';
import { Due } from './due';
import { EvidenceView } from './evidence-view';
import { ageOf } from './time';

/** One line of a list of decisions: whose it is, what it says, since when. */
export interface Listed {
  id: string;
  memberId: string | undefined;
  what: string;
  at: string;
  due?: string | null;
}

interface DecidedDeskProps {
  tab: 'signatures' | 'appeals';
  listed: readonly Listed[] | undefined;
  error: unknown;
  /** Looks once more for those that wait. */
  lookAgain: () => void;
  nothing: string;
  current: string | undefined;
  opened: Opened;
  /** What stands above the evidence, and what may be done. */
  head: ReactNode;
  decision: ReactNode;
}

/** A second look at what somebody decided: those that wait, what was seen, and what may be done. */
export function DecidedDesk({ opened, head, decision, ...list }: DecidedDeskProps) {
  const translate = useTranslate();
  const { tab, current } = list;
  const { seen, error: failed, again } = opened;
  return (
    <>
      <Title title={translate(`pages.review.tabs.${tab}`)} />
      <Desk
        name="review"
        isOpen={current !== undefined}
        queue={
          <>
            <DeskTabs />
            <DecidedList {...list} />
          </>
        }
        evidence={
          <Evidence isChosen={current !== undefined} failed={failed} again={again}>
            {seen ? (
              <>
                {head}
                <EvidenceView seen={seen} />
              </>
            ) : null}
          </Evidence>
        }
        decision={
          <>
            {decision}
            {current === undefined ? null : (
              <Button component={Link} to={`/review/${tab}`}>
                {translate('pages.review.back')}
              </Button>
            )}
          </>
        }
      />
    </>
  );
}

function Evidence({
  isChosen,
  failed,
  again,
  children,
}: {
  isChosen: boolean;
  failed: unknown;
  again: () => void;
  children: ReactNode;
}) {
  const translate = useTranslate();
  if (!isChosen) return <p>{translate('pages.review.choose_decision')}</p>;
  if (failed) return <Failed error={failed} onRetry={again} />;
  return children ?? <Loading loadingPrimary="pages.review.loading" loadingSecondary="" />;
}

function DecidedList({
  tab,
  listed,
  error,
  lookAgain,
  nothing,
  current,
}: Omit<DecidedDeskProps, 'opened' | 'head' | 'decision'>) {
  const translate = useTranslate();
  const members = useByIds(
    'accounts.members',
    (listed ?? []).flatMap(({ memberId }) => memberId ?? []),
  );
  if (error) return <Failed error={error} onRetry={lookAgain} />;
  if (listed?.length === 0) return <p className="desk-note">{translate(nothing)}</p>;
  return (
    <ul>
      {listed?.map(({ id, memberId, what, at, due }) => (
        <li key={id}>
          <Link to={`/review/${tab}/${id}`} className="waiting" aria-current={id === current}>
            <b>{(memberId && members.get(memberId)?.name) || translate('pages.review.somebody')}</b>
            <time dateTime={at}>{ageOf(at)}</time>
            <small>{what}</small>
            {due ? <Due at={due} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface Found {
  id: string;
  seen?: DecidedCase;
  error?: unknown;
}

export interface Opened {
  seen: DecidedCase | undefined;
  error: unknown;
  again: () => void;
}

/** What was seen when something was decided; that it is opened is written down. */
export function useDecided(id: string | undefined): Opened {
  const [found, setFound] = useState<Found>();
  const open = useCallback(() => openDecided(id), [id]);
  useEffect(() => {
    let isLeft = false;
    void open().then((next) => {
      if (!isLeft) setFound(next);
    });
    return () => {
      isLeft = true;
    };
  }, [open]);
  const own = found?.id === id ? found : undefined;
  return { seen: own?.seen, error: own?.error, again: () => void open().then(setFound) };
}

async function openDecided(id: string | undefined): Promise<Found | undefined> {
  if (id === undefined) return undefined;
  try {
    return { id, seen: await openDecision(id) };
  } catch (error) {
    return { id, error };
  }
}
