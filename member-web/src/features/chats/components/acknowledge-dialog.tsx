import { useTranslation } from 'react-i18next';
import type { Cost } from '@/api/types';
import { useCost } from '@/i18n/cost';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';

interface AcknowledgeDialogProps {
  name: string;
  /** The site's own words. */
  warning: string;
  cost: Cost;
  onAgree: () => void;
  onDecline: () => void;
}

/** Before the first paid message to a fictional profile: the site's warning, and the member's word (promise 1). */
export default function AcknowledgeDialog({ name, warning, cost, onAgree, onDecline }: AcknowledgeDialogProps) {
  const { t } = useTranslation('chats');
  const price = useCost();
  return (
    <Modal title={t('acknowledge.title', { name })} role="alertdialog" isOpen onClose={onDecline}>
      <Alert tone="fiction" lead={t('acknowledge.lead', { name })}>
        {warning}
      </Alert>
      <p>{t('acknowledge.text')}</p>
      <ModalAnswers>
        <Button variant="primary" size="large" wide price={price(cost)} onPress={onAgree}>
          {t('acknowledge.agree')}
        </Button>
        <Button size="large" wide onPress={onDecline}>
          {t('acknowledge.decline')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
