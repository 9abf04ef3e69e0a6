import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { useChats, useRemoveChat, type Chat, type ChatName } from '../api/chats';
import { openQuery, type Address } from '../api/convos';
import { ChatList } from './chat-list';
import styles from './chats-page.module.css';
import { Conversation } from './conversation';
import { ReportContext, type RenderReport } from './report-context';

interface ChatsPageProps {
  address: Address | null;
  renderReport: RenderReport;
}

/** The chat list and one conversation, side by side where there is room (spec 2.9). */
export function ChatsPage({ address, renderReport }: ChatsPageProps) {
  const navigate = useNavigate();
  const list = useChats();
  const removal = useRemoveChat();
  const remove = (chat: ChatName) => {
    void navigate(paths.chats.to(), { replace: true });
    removal.mutate(chat);
  };
  const hasNobody = list.chats?.length === 0;
  const isOpen = (chat: Chat) => (address?.by === 'member' ? chat.profile.id : chat.id) === address?.id;
  return (
    <div
      className={styles.page}
      data-open={address ? true : undefined}
      data-alone={(hasNobody && !address) || undefined}
    >
      <ChatList list={list} isOpen={isOpen} isAlone={address === null} removal={removal} />
      <ReportContext value={renderReport}>
        {address ? <Open key={address.id} address={address} onRemove={remove} /> : !hasNobody && <NoneOpen />}
      </ReportContext>
    </div>
  );
}

interface OpenProps {
  address: Address;
  onRemove: (chat: ChatName) => void;
}

function Open({ address, onRemove }: OpenProps) {
  const { data: convo } = useQuery(openQuery(useQueryClient(), address));
  return (
    <section className={styles.conversation}>
      {convo ? <Conversation convo={convo} onRemove={onRemove} /> : <Skeleton shape="block" />}
    </section>
  );
}

function NoneOpen() {
  const { t } = useTranslation('chats');
  const { unread_messages: unread } = useMember();
  return (
    <section className={styles.none}>
      <EmptyState title={t('none.title')}>
        {t('none.text')} {unread > 0 && t('none.waiting', { count: unread })}
      </EmptyState>
    </section>
  );
}
