import { Gift, Heart, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { useLike } from '@/shared/like/like';
import type { SignupCall } from '@/shared/visitor/signup-call';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { ModalAnswers } from '@/ui/modal/modal';
import { showToast } from '@/ui/toast/toast';

/** What the person came for, one press away, and the rest of the profile; nothing happens by itself. */
export function ResumedAction({ call, onClose }: { call: SignupCall; onClose: () => void }) {
  const { t } = useTranslation('signup');
  const { name } = call.person;
  return (
    <>
      <p className="lead">{t(`join.done.${call.wish}`, { name })}</p>
      <ModalAnswers>
        <Wish call={call} onClose={onClose} />
        <ButtonLink to={paths.completeSignup.to()} size="large" wide onClick={onClose}>
          {t('join.profile')}
        </ButtonLink>
      </ModalAnswers>
    </>
  );
}

function Wish({ call: { wish, person }, onClose }: { call: SignupCall; onClose: () => void }) {
  const { t } = useTranslation('signup');
  const cost = useCost();
  const { message_cost: price } = useMember();
  const { setLiked } = useLike({ ...person, liked: false });
  const { id, name } = person;
  if (wish === 'like') {
    const like = () => {
      setLiked(true);
      onClose();
      void showToast({ text: t('join.liked', { name }) });
    };
    return (
      <Button variant="like" size="large" wide icon={Heart} onPress={like}>
        {t('join.press.like', { name })}
      </Button>
    );
  }
  if (wish === 'photos') {
    return (
      <Button variant="primary" size="large" wide onPress={onClose}>
        {t('join.press.photos', { name })}
      </Button>
    );
  }
  const to = wish === 'gift' ? paths.memberGift.to(id) : paths.memberChat.to(id);
  const look = wish === 'gift' ? { icon: Gift } : { icon: MessageCircle, price: cost(price) };
  return (
    <ButtonLink to={to} variant="primary" size="large" wide onClick={onClose} {...look}>
      {t(`join.press.${wish}`, { name })}
    </ButtonLink>
  );
}
