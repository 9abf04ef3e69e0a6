import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';

interface BlockDialogProps {
  name: string;
  isPending: boolean;
  onBlock: () => void;
  onClose: () => void;
}

/** Asks before a block, and says what it does. Load it lazily. */
export default function BlockDialog({ name, isPending, onBlock, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal title={t('block.title', { name })} role="alertdialog" isOpen onClose={onClose}>
      <p>{t('block.text', { name })}</p>
      <ModalAnswers>
        <Button variant="danger" size="large" wide isPending={isPending} onPress={onBlock}>
          {t('block.button', { name })}
        </Button>
        <Button size="large" wide onPress={onClose}>
          {t('block.keep')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
