import { useInfiniteQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { endedMessagesQuery, endedQuery, type EndedConversation, type EndedMessage } from '../api/ended';
import styles from './ended-conversations.module.css';
import { ReportHost } from './report-host';

/**
 * The conversations that ended lately, to read and to report; nothing tells who the other side was, nor whether they
 * left or somebody blocked. It shows nothing where there are none.
 */
export function EndedConversations() {
  const { t } = useTranslation('reports');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(endedQuery);
  const ended = data?.pages.flatMap(({ conversations }) => conversations) ?? [];
  if (ended.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t('ended.title')}</h2>
      <p className="muted">{t('ended.lead')}</p>
      <CaseList>
        {ended.map((conversation) => (
          <Line key={conversation.id} conversation={conversation} />
        ))}
      </CaseList>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('ended.more')}
        </Button>
      )}
    </section>
  );
}

function Line({ conversation: { id, kind, last_message: last } }: { conversation: EndedConversation }) {
  const { t } = useTranslation('reports');
  const { fictional_singular: fictional } = useSettings();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const title = t('ended.until', { date: format.date(last.sent_at) });
  return (
    <CaseLine title={kind === 'fictional' ? `${title} · ${fictional}` : title}>
      {!isOpen && (
        <p className="muted" dir="auto">
          {last.excerpt}
        </p>
      )}
      <p>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'ended.close' : 'ended.read')}
        </Button>
      </p>
      {isOpen && <History id={id} />}
    </CaseLine>
  );
}

function History({ id }: { id: string }) {
  const { t } = useTranslation('reports');
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(endedMessagesQuery(id));
  const [reported, setReported] = useState<string>();
  if (!data) {
    if (!error) return <Skeleton shape="line" count={2} />;
    return <ProblemAlert lead={t('ended.failed')} error={error} />;
  }
  const messages = [...data.pages].reverse().flatMap((page) => page.messages);
  return (
    <>
      {hasNextPage && (
        <p>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('ended.more')}
          </Button>
        </p>
      )}
      <ul className={styles.said}>
        {messages.map((message) => (
          <Message key={message.id} message={message} onReport={() => setReported(message.id)} />
        ))}
      </ul>
      <ReportHost
        subject={reported === undefined ? undefined : { kind: 'message', message_id: reported }}
        onClose={() => setReported(undefined)}
      />
    </>
  );
}

function Message({ message, onReport }: { message: EndedMessage; onReport: () => void }) {
  const { t } = useTranslation('reports');
  const { fictional_singular: fictional } = useSettings();
  const format = useFormat();
  const { is_mine: isMine, sender_kind: kind, sent_at: sentAt, gift, body } = message;
  const they = kind === 'fictional' ? fictional : t('ended.they');
  const thing = message.kind === 'photo' ? t('ended.photo') : gift?.name;
  return (
    <li className="stack">
      <p className="meta">
        {isMine ? t('ended.you') : they} · <time dateTime={sentAt}>{format.dayAndTime(sentAt)}</time>
      </p>
      {thing !== undefined && <p className="muted">{thing}</p>}
      {body !== '' && (
        <p className={styles.words} dir="auto">
          {body}
        </p>
      )}
      {!isMine && (
        <p>
          <Button icon={Flag} onPress={onReport}>
            {t('ended.report')}
          </Button>
        </p>
      )}
    </li>
  );
}
