import {
  GalleryHorizontalEnd,
  Heart,
  MessageCircle,
  Search,
  Sparkles,
  UserPlus,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import type { User } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink, Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './member-home.module.css';

/** So many steps follow the signup; whoever finished or skipped them all goes on in the profile. */
const SIGNUP_STEPS = 5;

/** What waits for a member, and the ways on. */
export function MemberHome({ user }: { user: User }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const unread = user.unread_messages;
  const likes = user.new_likes;
  const { completeness, completed_steps: steps } = user.profile;
  const { member_resell: mayInvite } = useSettings();
  const hasOpenSteps = steps.length < SIGNUP_STEPS;
  return (
    <div className={`wrap stack ${styles.home}`}>
      <PageTitle>{t('member.hello', { name: user.profile.name })}</PageTitle>
      <ul className={styles.tiles}>
        <Tile
          icon={MessageCircle}
          to={paths.chats.to()}
          tone={unread > 0 ? 'unread' : undefined}
          text={unread > 0 ? t('member.unread', { count: unread }) : t('member.noUnread')}
        />
        <Tile
          icon={Heart}
          to={paths.likes.to()}
          tone={likes > 0 ? 'like' : undefined}
          text={likes > 0 ? t('member.likes', { count: likes }) : t('member.noLikes')}
        />
        <Tile
          icon={UserRound}
          to={paths.profile.to()}
          text={t('member.profile', { percent: format.rate(completeness) })}
        />
      </ul>
      <div className={`row ${styles.ways}`}>
        <ButtonLink to={paths.members.to()} variant="primary" size="large" icon={Search}>
          {t('member.search')}
        </ButtonLink>
        <ButtonLink to={paths.matchFinder.to()} size="large" icon={Sparkles}>
          {t('member.finder')}
        </ButtonLink>
        <ButtonLink to={paths.swipeGame.to()} size="large" icon={GalleryHorizontalEnd}>
          {t('member.play')}
        </ButtonLink>
        {completeness < 100 && (
          <ButtonLink to={hasOpenSteps ? paths.completeSignup.to() : paths.profile.to()} size="large">
            {t('member.finish')}
          </ButtonLink>
        )}
        {mayInvite && (
          <ButtonLink to={paths.invitations.to()} size="large" icon={UserPlus}>
            {t('member.invite')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function Tile({
  icon,
  to,
  text,
  tone,
}: {
  icon: LucideIcon;
  to: string;
  text: string;
  tone?: 'unread' | 'like' | undefined;
}) {
  return (
    <li data-tone={tone}>
      <Icon of={icon} />
      <Link to={to}>{text}</Link>
    </li>
  );
}
