import { Ban, Ellipsis, Flag, Gift, Heart, MessageCircle, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { useLike } from '@/shared/like/like';
import { askToJoin, type SignupCall } from '@/shared/visitor/signup-call';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { Menu } from '@/ui/menu/menu';
import { useTerms, type MemberProfile } from '../api/member';
import styles from './actions.module.css';

interface MemberActionsProps {
  profile: MemberProfile;
  onBlock: () => void;
  onReport: () => void;
  /** Offers first sentences (spec 2.38). */
  onBegin: () => void;
}

/** Like, message with its price, gift, a way to begin, and the ways to block and to report (spec 2.37). */
export function MemberActions({ profile, onBlock, onReport, onBegin }: MemberActionsProps) {
  const { t } = useTranslation(['member-profile', 'common']);
  const cost = useCost();
  const { cost: price, isFirst } = useTerms(profile.id);
  const { id, name, kind } = profile;
  const isPerson = kind === 'member';
  return (
    <>
      <div className={styles.bar}>
        {isPerson && <LikeButton profile={profile} />}
        <ButtonLink
          to={paths.memberChat.to(id)}
          variant="primary"
          size="large"
          icon={MessageCircle}
          price={cost(price)}
        >
          {t('message', { name })}
        </ButtonLink>
        <ButtonLink to={paths.memberGift.to(id)} size="large" icon={Gift} aria-label={t('gift', { name })}>
          <span className={styles.word}>{t('giftShort')}</span>
        </ButtonLink>
        <Menu
          look="round"
          label={t('more')}
          entries={[
            { id: 'report', text: t('report', { name }), icon: Flag },
            { id: 'block', text: t('common:block.button', { name }), icon: Ban },
          ]}
          onChoose={(entry) => (entry === 'block' ? onBlock() : onReport())}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </div>
      {isPerson && isFirst && (
        <div>
          <Button variant="quiet" icon={Sparkles} onPress={onBegin}>
            {t('begin')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Nobody stands behind a fictional profile who could like back, so it has none of these. */
function LikeButton({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  const { isLiked, setLiked } = useLike(profile);
  const { name } = profile;
  return (
    <Button
      variant={isLiked ? 'liked' : 'like'}
      size="large"
      icon={Heart}
      aria-label={isLiked ? t('liked', { name }) : t('like', { name })}
      onPress={() => setLiked(!isLiked)}
    >
      <span className={styles.word}>{isLiked ? t('likedShort') : t('likeShort')}</span>
    </Button>
  );
}

/** What a visitor can do: the same buttons, which ask to join; the login leads back to this person (spec 6.3). */
export function VisitorActions({ profile: { id, name } }: { profile: MemberProfile }) {
  const { t } = useTranslation(['member-profile', 'common']);
  const { pathname } = useLocation();
  const ask = (wish: SignupCall['wish']) => () => askToJoin({ wish, person: { id, name } });
  return (
    <div className={styles.bar}>
      <Button variant="like" size="large" icon={Heart} aria-label={t('like', { name })} onPress={ask('like')}>
        <span className={styles.word}>{t('likeShort')}</span>
      </Button>
      <Button variant="primary" size="large" icon={MessageCircle} onPress={ask('chat')}>
        {t('message', { name })}
      </Button>
      <Button size="large" icon={Gift} aria-label={t('gift', { name })} onPress={ask('gift')}>
        <span className={styles.word}>{t('giftShort')}</span>
      </Button>
      {/* On a phone the bar at the top has it, and the modal. */}
      <span className="only-desk">
        <ButtonLink to={paths.login.to(pathname)} size="large">
          {t('common:gate.login')}
        </ButtonLink>
      </span>
    </div>
  );
}
