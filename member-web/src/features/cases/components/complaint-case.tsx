import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { TextArea } from '@/ui/text-area/text-area';
import { useReply, type Complaint } from '../api/complaints';
import { mayReply, TEXT_MAX } from '../model/complaint';
import styles from './complaint-case.module.css';

interface ComplaintCaseProps {
  complaint: Complaint;
  /** The key of the mailed link; empty for the member who made it. */
  passKey: string;
  /** It was sent just now. */
  isNew: boolean;
}

/** One complaint: where it stands, all that was said, and room to say more. */
export function ComplaintCase({ complaint, passKey, isNew }: ComplaintCaseProps) {
  const { t } = useTranslation('complaints');
  const format = useFormat();
  const [openedAt] = useState(() => new Date());
  // An answer that arrives while somebody writes leaves what they wrote; only what was sent is cleared away.
  const [sent, setSent] = useState(0);
  const { number, topic, created_at: createdAt } = complaint;
  return (
    <>
      <PageTitle>{t('case.title', { number })}</PageTitle>
      <p className="meta">{t('case.facts', { topic: t(`topic.${topic}`), date: format.date(createdAt) })}</p>
      <Standing complaint={complaint} isNew={isNew} />
      <History complaint={complaint} />
      {mayReply(complaint, openedAt) ? (
        <Reply key={sent} complaint={complaint} passKey={passKey} onSent={() => setSent(sent + 1)} />
      ) : (
        <p>
          {t('case.over')} <ButtonLink to={paths.complaints.to()}>{t('case.another')}</ButtonLink>
        </p>
      )}
    </>
  );
}

/** Who has to speak next, and until when. */
function Standing({
  complaint: { state, due_at: dueAt, closed_at: closedAt },
  isNew,
}: Pick<ComplaintCaseProps, 'complaint' | 'isNew'>) {
  const { t } = useTranslation('complaints');
  const format = useFormat();
  if (state === 'open')
    return (
      <Alert tone={isNew ? 'ok' : 'note'} lead={t(isNew ? 'case.received' : 'case.open')} live={isNew}>
        {t('due', { date: format.date(dueAt) })} {isNew && t('case.mailed')}
      </Alert>
    );
  if (state === 'waiting') return <Alert tone="note" lead={t('case.waiting')} />;
  if (state === 'answered') return <Alert tone="ok" lead={t('case.answered')} />;
  return <Alert lead={t('case.closed', { date: format.date(closedAt ?? dueAt) })} />;
}

function History({ complaint: { messages } }: { complaint: Complaint }) {
  const { t } = useTranslation('complaints');
  const { name } = useSettings();
  const format = useFormat();
  return (
    <ol className={styles.history} aria-label={t('case.history')}>
      {messages.map(({ author, body, created_at: saidAt }) => (
        <li key={saidAt} className={styles.said} data-staff={author === 'staff' || undefined}>
          <p className={styles.who}>
            <b>{author === 'staff' ? t('case.us', { site: name }) : t('case.you')}</b>{' '}
            <time className="meta" dateTime={saidAt}>
              {format.dayAndTime(saidAt)}
            </time>
          </p>
          <p className={styles.body} dir="auto">
            {body || t('case.emptied')}
          </p>
        </li>
      ))}
    </ol>
  );
}

interface ReplyProps extends Pick<ComplaintCaseProps, 'complaint' | 'passKey'> {
  onSent: () => void;
}

function Reply({ complaint: { id, state }, passKey, onSent }: ReplyProps) {
  const { t } = useTranslation('complaints');
  const { mutate, isPending, error } = useReply(id, passKey);
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isEmpty = !text.trim();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (isEmpty) return;
    mutate(text, {
      onSuccess: () => {
        announce(t('reply.sent'));
        onSent();
      },
    });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProblemAlert lead={t('reply.failed')} error={error} />
      <TextArea
        label={t(state === 'closed' ? 'reply.reopen' : 'reply.label')}
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={setText}
        error={isChecked && isEmpty ? t('reply.empty') : undefined}
      />
      <Button type="submit" isPending={isPending}>
        {t('reply.send')}
      </Button>
    </form>
  );
}
