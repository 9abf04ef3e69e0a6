import { Ban, Ellipsis, Gift, Heart, MessageCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLike } from '@/api/likes';
import { askToJoin, type SignupCall } from '@/api/signup-call';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { Menu } from '@/ui/menu/menu';
import { useMessageCost, type MemberProfile } from '../api/member';
import styles from './actions.module.css';

const BlockPerson = lazy(() => import('./block-person'));

/** Like, message with its price, gift, and the way to block (spec 2.37). */
export function MemberActions({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation(['member-profile', 'common']);
  const [asks, setAsks] = useState(false);
  const cost = useCost();
  const price = useMessageCost(profile.id);
  const { isLiked, setLiked } = useLike(profile);
  const { id, name } = profile;
  return (
    <div className={styles.bar}>
      <Button
        variant={isLiked ? 'liked' : 'like'}
        size="large"
        icon={Heart}
        aria-label={isLiked ? t('liked', { name }) : t('like', { name })}
        onPress={() => setLiked(!isLiked)}
      >
        <span className={styles.word}>{isLiked ? t('likedShort') : t('likeShort')}</span>
      </Button>
      <ButtonLink to={paths.memberChat.to(id)} variant="primary" size="large" icon={MessageCircle} price={cost(price)}>
        {t('message', { name })}
      </ButtonLink>
      <ButtonLink to={paths.memberGift.to(id)} size="large" icon={Gift} aria-label={t('gift', { name })}>
        <span className={styles.word}>{t('giftShort')}</span>
      </ButtonLink>
      <Menu
        look="round"
        label={t('more')}
        entries={[{ id: 'block', text: t('common:block.button', { name }), icon: Ban }]}
        onChoose={() => setAsks(true)}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {asks && (
        <Suspense>
          <BlockPerson profile={profile} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </div>
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
