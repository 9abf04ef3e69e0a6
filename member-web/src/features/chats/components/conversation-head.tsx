import { ArrowLeft, Ban, Drama, Ellipsis, Flag, Trash2, UserRound } from 'lucide-react';
import { lazy, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Card } from '@/api/types';
import { paths } from '@/lib/paths';
import { useBlock } from '@/shared/block/block';
import { Avatar } from '@/ui/avatar/avatar';
import { IconLink } from '@/ui/icon-button/icon-link';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import { Menu } from '@/ui/menu/menu';
import { PageTitle } from '@/ui/page-title/page-title';
import { showToast } from '@/ui/toast/toast';
import type { ChatName } from '../api/chats';
import type { Head } from '../api/convo-calls';
import styles from './conversation-head.module.css';
import { ReportContext } from './report-context';

const BlockDialog = lazy(() => import('@/shared/block/block-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));

/** What the member chose in the menu and is asked about. */
type Question = 'remove' | 'block' | 'report';

interface ConversationHeadProps {
  head: Head;
  isTyping: boolean;
  onRemove: (chat: ChatName) => void;
}

/** Who one writes with, and what can be done about the conversation. */
export function ConversationHead({ head: { id, profile }, isTyping, onRemove }: ConversationHeadProps) {
  const { t } = useTranslation(['chats', 'common']);
  const navigate = useNavigate();
  const [asks, setAsks] = useState<Question | null>(null);
  const renderReport = useContext(ReportContext);
  const { name, age, fictional_label: fictional } = profile;
  const choose = (entry: string) => {
    if (entry === 'profile') void navigate(paths.member.to(profile.id));
    else setAsks(entry as Question);
  };
  return (
    <header className={styles.head}>
      <span className="only-phone">
        <IconLink icon={ArrowLeft} label={t('chats:back')} to={paths.chats.to()} />
      </span>
      <Avatar src={profile.photo?.thumb ?? null} fictional={profile.kind === 'fictional'} />
      <div className={styles.who}>
        <PageTitle>
          <Link to={paths.member.to(profile.id)}>
            <bdi>{name}</bdi>,&nbsp;{age}
          </Link>
        </PageTitle>
        {fictional ? (
          <Label icon={Drama} tone="fiction">
            {fictional}
          </Label>
        ) : (
          profile.is_online && !isTyping && <p className={`meta ${styles.online}`}>{t('common:person.online')}</p>
        )}
        <p className={`meta ${styles.typing}`} role="status">
          {isTyping && t('chats:typing', { name })}
        </p>
      </div>
      <Menu
        look="round"
        label={t('chats:menu')}
        entries={[
          { id: 'profile', text: t('chats:seeProfile', { name }), icon: UserRound },
          ...(id ? [{ id: 'remove', text: t('chats:remove.entry'), icon: Trash2 }] : []),
          { id: 'report', text: t('chats:report.person', { name }), icon: Flag },
          { id: 'block', text: t('common:block.button', { name }), icon: Ban },
        ]}
        onChoose={choose}
      >
        <Icon of={Ellipsis} />
      </Menu>
      <Suspense>
        {asks === 'report' &&
          renderReport({ subject: { kind: 'profile', id: profile.id }, name, onClose: () => setAsks(null) })}
        {asks === 'block' && <Block profile={profile} onClose={() => setAsks(null)} />}
        {asks === 'remove' && id && (
          <RemoveDialog name={name} onRemove={() => onRemove({ id, profile })} onClose={() => setAsks(null)} />
        )}
      </Suspense>
    </header>
  );
}

/** After a block the conversation is gone, so it leads to the list. */
function Block({ profile, onClose }: { profile: Card; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutateAsync: block, isPending } = useBlock(profile);
  const confirm = async () => {
    await block();
    void showToast({ text: t('block.done', { name: profile.name }) });
    await navigate(paths.chats.to(), { replace: true });
  };
  return (
    <BlockDialog
      name={profile.name}
      isPending={isPending}
      onBlock={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    />
  );
}
