import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Badge } from '@/ui/badge/badge';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { IconLink } from '@/ui/icon-button/icon-link';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { TextField } from '@/ui/text-field/text-field';
import type { Chat, useChats, useRemoveChat } from '../api/chats';
import { findChats, SEARCH_FROM } from '../model/search';
import { ChatLine } from './chat-line';
import styles from './chat-list.module.css';

interface ChatListProps {
  list: ReturnType<typeof useChats>;
  isOpen: (chat: Chat) => boolean;
  /** No conversation is open beside it, so that the list names the page. */
  isAlone: boolean;
  removal: ReturnType<typeof useRemoveChat>;
}

/** Everybody the member writes with, newest first, with a search over what is loaded. */
export function ChatList({ list: { chats, ...query }, isOpen, isAlone, removal }: ChatListProps) {
  const { t } = useTranslation('chats');
  const [words, setWords] = useState('');
  const found = chats && findChats(chats, words);
  return (
    <aside className={styles.list} aria-label={t('title')}>
      <ListHead isAlone={isAlone} />
      {removal.error && (
        <div className={styles.notice}>
          <ProblemAlert lead={t('remove.failed')} error={removal.error} onDismiss={removal.reset} />
        </div>
      )}
      {chats && chats.length >= SEARCH_FROM && (
        <div className={styles.search}>
          <TextField label={t('search.label')} type="search" value={words} onChange={setWords} />
        </div>
      )}
      {!found && <Skeleton shape="line" count={6} />}
      {chats?.length === 0 && <Nobody />}
      {found && found.length > 0 && (
        <ul className={styles.lines}>
          {found.map((chat) => (
            <ChatLine key={chat.id} chat={chat} isOpen={isOpen(chat)} />
          ))}
        </ul>
      )}
      {words && found?.length === 0 && <p className={styles.notice}>{t('search.none', { words })}</p>}
      {query.isFetchNextPageError && (
        <div className={styles.notice}>
          <ProblemAlert lead={t('moreFailed')} error={query.error} />
        </div>
      )}
      {query.hasNextPage && (
        <div className={styles.notice}>
          <Button wide isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </aside>
  );
}

function ListHead({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation(['chats', 'common']);
  const { unread_messages: unread } = useMember();
  return (
    <header className={styles.head}>
      <IconLink icon={ArrowLeft} label={t('chats:allMembers')} to={paths.members.to()} />
      {isAlone ? <PageTitle>{t('chats:title')}</PageTitle> : <h2>{t('chats:title')}</h2>}
      {unread > 0 && <Badge count={unread} tone="unread" noun={t('common:nav.unread')} />}
    </header>
  );
}

function Nobody() {
  const { t } = useTranslation('chats');
  return (
    <EmptyState
      title={t('empty.title')}
      actions={
        <>
          <ButtonLink to={paths.members.to()} variant="primary">
            {t('empty.look')}
          </ButtonLink>
          <ButtonLink to={paths.likes.to('received')}>{t('empty.likes')}</ButtonLink>
        </>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
