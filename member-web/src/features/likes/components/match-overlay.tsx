import { Drama, Heart, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { User } from '@/api/types';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import type { NewLike } from '@/shared/like/match';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import { ButtonLink, Link } from '@/ui/link/link';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { ArchPortrait } from './arch-portrait';
import styles from './match-overlay.module.css';

interface MatchOverlayProps {
  person: NewLike;
  user: User;
  onClose: () => void;
}

/**
 * "New like!": both like each other, or we said hello as the member asked; on to the conversation, with its price, or to
 * the profile (spec 2.39, 4.11).
 */
export default function MatchOverlay({ person, user, onClose }: MatchOverlayProps) {
  const { t } = useTranslation('matches');
  const cost = useCost();
  const { id, name, picture, fictional, how } = person;
  return (
    <Modal
      title={t('title')}
      isOpen
      onClose={onClose}
      picture={
        <div className={styles.pair}>
          <ArchPortrait src={user.profile.main_image?.filename} alt={t('you')} />
          <Link to={paths.likedMember.to(id)} onClick={onClose} data-fictional={fictional ? true : undefined}>
            <ArchPortrait src={picture} alt={t('seeProfile', { name })} />
          </Link>
          <span className={styles.heart}>
            <Icon of={Heart} filled />
          </span>
        </div>
      }
    >
      <p className="lead">{t(how === 'hello' ? 'hello' : 'text', { name })}</p>
      {fictional && (
        <p>
          <Label icon={Drama} tone="fiction">
            {fictional}
          </Label>
        </p>
      )}
      <ModalAnswers>
        <ButtonLink
          to={paths.memberChat.to(id)}
          variant="primary"
          size="large"
          wide
          icon={MessageCircle}
          price={cost(user.message_cost)}
          onClick={onClose}
        >
          {t('write', { name })}
        </ButtonLink>
        <ButtonLink to={paths.likedMember.to(id)} size="large" wide onClick={onClose}>
          {t('seeProfile', { name })}
        </ButtonLink>
      </ModalAnswers>
    </Modal>
  );
}
