import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import { KeyButton } from '@/kit/keys';
import { useRecordList } from '@/kit/records';
import { sign, type DecidedCase, type Decision, type SecondAnswer } from './api';
import { Choices } from './choices';
import { DecidedDesk, useDecided } from './decided-desk';
import { DecidedHead } from './decided-head';
import { LOOK_AGAIN } from './desk-tabs';
import { statementOf } from './verdict';
import { WillRead } from './will-read';

const WAITING = {
  pagination: { page: 1, perPage: 50 },
  sort: { field: 'due_at', order: 'ASC' },
  filter: { state: 'proposed' },
} as const;
const ANSWERS = [
  { value: 'countersign', label: 'pages.review.second.sign' },
  { value: 'refuse', label: 'pages.review.second.refuse' },
] as const;

/** Bans for good that wait for somebody else's signature. */
export function SignatureDesk() {
  const { id } = useParams();
  const translate = useTranslate();
  const { data, error, refetch } = useRecordList('moderation.decisions', WAITING, LOOK_AGAIN);
  const chosen = data?.find((one) => one.id === id);
  const opened = useDecided(chosen?.id);
  const { seen } = opened;
  return (
    <DecidedDesk
      tab="signatures"
      listed={data?.map(({ id: one, member_id: memberId, rule, created_at: at, due_at: due }) => ({
        id: one,
        memberId,
        what: translate(`pages.review.rules.${rule}`),
        at,
        due,
      }))}
      error={error}
      lookAgain={() => void refetch()}
      nothing="pages.review.second.nothing"
      current={chosen?.id}
      opened={opened}
      head={chosen && seen ? <DecidedHead decision={chosen} seen={seen} /> : null}
      decision={
        chosen && seen ? <Signature key={chosen.id} decision={chosen} seen={seen} after={() => void refetch()} /> : null
      }
    />
  );
}

function Signature({ decision, seen, after }: { decision: Decision; seen: DecidedCase; after: () => void }) {
  const translate = useTranslate();
  const [answer, setAnswer] = useState<SecondAnswer>();
  const [send, isBusy] = useAnswer('signatures', after);
  const { name, language } = seen.member;
  return (
    <>
      <WillRead name={name} language={language} statement={statementOf(decision, seen)} />
      {seen.is_own ? (
        <p role="note">{translate('pages.review.second.own')}</p>
      ) : (
        <>
          <Choices
            legend="pages.review.second.answer"
            name="answer"
            options={ANSWERS}
            value={answer}
            onChange={setAnswer}
          />
          <KeyButton
            shortcut="r"
            variant="contained"
            color="error"
            reason={answer}
            disabled={isBusy}
            onClick={() => answer && send(() => sign(decision.id, answer))}
          >
            {translate('pages.review.second.submit')}
          </KeyButton>
        </>
      )}
    </>
  );
}

/** Send an answer once at a time; then back to the list. */
export function useAnswer(tab: string, after: () => void): [(send: () => Promise<unknown>) => void, boolean] {
  const notify = useNotify();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await send();
      void navigate(`/review/${tab}`);
      after();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return [(send) => void run(send), isBusy];
}
