import { Gift, Image as Picture } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Avatar } from '@/ui/avatar/avatar';
import { Badge } from '@/ui/badge/badge';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { isolated } from '@/lib/isolated';
import type { Chat } from '../api/chats';
import { useIsTyping } from '../api/live';
import styles from './chat-line.module.css';

/** One conversation in the list: who, when, the newest message, what is unread. */
export function ChatLine({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const { t } = useTranslation(['chats', 'common']);
  const format = useFormat();
  const { id, profile, last_message: last, num_unread_messages: unread } = chat;
  const { fictional_label: fictional } = profile;
  const isTyping = useIsTyping(id);
  return (
    <li className={styles.line}>
      <Link to={paths.chat.to(id)} aria-current={isOpen || undefined} data-unread={unread > 0 || undefined}>
        <Avatar src={profile.photo?.thumb ?? null} size="large" fictional={profile.kind === 'fictional'} />
        <b dir="auto">{profile.name}</b> <time dateTime={last.sent_at}>{format.brief(last.sent_at)}</time>{' '}
        <span className={styles.excerpt}>
          {fictional && (
            <>
              <b className={styles.fiction}>{fictional}</b> ·{' '}
            </>
          )}
          {isTyping ? (
            <span className={styles.typing}>{t('chats:typing', { name: profile.name })}</span>
          ) : (
            <>
              {last.kind === 'gift' && <Icon of={Gift} />}
              {last.kind === 'photo' && <Icon of={Picture} />}{' '}
              {last.is_mine ? t('chats:mine', { text: last.excerpt }) : isolated(last.excerpt)}
            </>
          )}
        </span>{' '}
        {unread > 0 && <Badge count={unread} tone="unread" noun={t('common:nav.unread')} />}
      </Link>
    </li>
  );
}
