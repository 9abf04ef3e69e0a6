import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';

interface RemoveDialogProps {
  name: string;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before a conversation leaves the list, because what it held does not come back. */
export default function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('chats');
  return (
    <Modal title={t('remove.title', { name })} role="alertdialog" isOpen onClose={onClose}>
      <p>{t('remove.text', { name })}</p>
      <ModalAnswers>
        <Button variant="danger" size="large" wide onPress={onRemove}>
          {t('remove.button')}
        </Button>
        <Button size="large" wide onPress={onClose}>
          {t('remove.keep')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
