import { Drama } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Label } from '@/ui/label/label';
import { ButtonLink, Link } from '@/ui/link/link';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { useNewestLike } from '../api/likes';
import { ArchPortrait } from './arch-portrait';
import styles from './like-modal.module.css';

/** Shows the newest like that the member received, and the way to who gave it; nothing where there is none. */
export default function LikeModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('like-modal');
  const person = useNewestLike();
  if (!person) return null;
  const { id, name, photo, fictional_label: fictional } = person;
  const profile = paths.member.to(id);
  return (
    <Modal
      title={t('title', { name })}
      isOpen
      onClose={onClose}
      picture={
        <Link to={profile} onClick={onClose} className={styles.picture} data-fictional={fictional ? true : undefined}>
          <ArchPortrait src={photo?.match} alt={t('profile', { name })} />
        </Link>
      }
    >
      <p className="lead">{t('text')}</p>
      {fictional && (
        <p>
          <Label icon={Drama} tone="fiction">
            {fictional}
          </Label>
        </p>
      )}
      <ModalAnswers>
        <ButtonLink to={profile} variant="primary" size="large" wide onClick={onClose}>
          {t('profile', { name })}
        </ButtonLink>
        <Button size="large" wide onPress={onClose}>
          {t('later')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
