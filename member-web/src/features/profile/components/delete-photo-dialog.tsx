import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { useDeletePhoto } from '../api/photos';

/** Asks before a photo goes, because it does not come back. */
export default function DeletePhotoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const { mutate, isPending } = useDeletePhoto();
  return (
    <Modal title={t('photos.deleteTitle')} role="alertdialog" isOpen onClose={onClose}>
      <p>{t('photos.deleteText')}</p>
      <ModalAnswers>
        <Button
          variant="danger"
          size="large"
          wide
          isPending={isPending}
          onPress={() => mutate(id, { onSettled: onClose })}
        >
          {t('photos.deleteButton')}
        </Button>
        <Button size="large" wide onPress={onClose}>
          {t('photos.keep')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
