import { TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useParams } from 'react-router-dom';
import { KeyButton } from '@/kit/keys';
import { useByIds, useRecordList } from '@/kit/records';
import { decideAppeal, type Appeal, type AppealForm, type DecidedCase, type Decision } from './api';
import { Choices } from './choices';
import { DecidedDesk, useDecided } from './decided-desk';
import { DecidedHead } from './decided-head';
import { LOOK_AGAIN } from './desk-tabs';
import { useAnswer } from './signature-desk';
import { inWords, languageName, leftUntil } from './time';
import { statementOf } from './verdict';
import { WillRead } from './will-read';

const OPEN = {
  pagination: { page: 1, perPage: 50 },
  sort: { field: 'due_at', order: 'ASC' },
  filter: { state: 'open' },
} as const;
const OUTCOMES = [
  { value: 'confirmed', label: 'pages.review.appeal.confirmed' },
  { value: 'reversed', label: 'pages.review.appeal.reversed' },
] as const;

/** What members object to, for somebody who has not decided about it. */
export function AppealDesk() {
  const { id } = useParams();
  const translate = useTranslate();
  const { data, error, refetch } = useRecordList('moderation.appeals', OPEN, LOOK_AGAIN);
  const decisions = useByIds('moderation.decisions', data?.map(({ decision_id: one }) => one) ?? []);
  const chosen = data?.find((one) => one.id === id);
  const decision = chosen && decisions.get(chosen.decision_id);
  const opened = useDecided(decision?.id);
  const { seen } = opened;
  return (
    <DecidedDesk
      tab="appeals"
      listed={data?.map(({ id: one, decision_id: against, created_at: at, due_at: due }) => ({
        id: one,
        memberId: decisions.get(against)?.member_id,
        what: translate('pages.review.appeal.due', { time: inWords(leftUntil(due)) }),
        at,
      }))}
      error={error}
      lookAgain={() => void refetch()}
      nothing="pages.review.appeal.nothing"
      current={chosen?.id}
      opened={opened}
      head={
        chosen && decision && seen ? (
          <>
            <DecidedHead decision={decision} seen={seen} />
            <section>
              <h3>{translate('pages.review.appeal.objection', { name: seen.member.name })}</h3>
              <p className="quote words">
                <q>{chosen.words}</q>
              </p>
            </section>
          </>
        ) : null
      }
      decision={
        chosen && decision && seen ? (
          <Answer key={chosen.id} appeal={chosen} decision={decision} seen={seen} after={() => void refetch()} />
        ) : null
      }
    />
  );
}

interface AnswerProps {
  appeal: Appeal;
  decision: Decision;
  seen: DecidedCase;
  after: () => void;
}

function Answer({ appeal, decision, seen, after }: AnswerProps) {
  const translate = useTranslate();
  const [outcome, setOutcome] = useState<AppealForm['outcome']>();
  const [words, setWords] = useState('');
  const [send, isBusy] = useAnswer('appeals', after);
  const { name, language } = seen.member;
  const statement = <WillRead name={name} language={language} statement={statementOf(decision, seen)} hasRead />;
  if (seen.is_own)
    return (
      <>
        {statement}
        <p role="note">{translate('pages.review.second.own')}</p>
      </>
    );
  return (
    <>
      {statement}
      <Choices
        legend="pages.review.appeal.question"
        name="outcome"
        options={OUTCOMES}
        value={outcome}
        onChange={setOutcome}
      />
      <TextField
        multiline
        minRows={3}
        label={translate('pages.review.appeal.answer', { name, language: languageName(language) })}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <KeyButton
        shortcut="r"
        variant="contained"
        color="error"
        reason={words.trim().length < 3 ? undefined : outcome}
        disabled={isBusy}
        onClick={() => outcome && send(() => decideAppeal(appeal.id, { outcome, answer: words.trim() }))}
      >
        {translate('pages.review.appeal.submit', { name })}
      </KeyButton>
    </>
  );
}
