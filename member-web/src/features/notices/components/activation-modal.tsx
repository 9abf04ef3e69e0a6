import { useTranslation } from 'react-i18next';
import { useResendActivation } from '@/shared/account/activation';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';

/** The reminder to confirm the address, for somebody who just signed up (spec 2.53). */
export default function ActivationModal({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('warnings');
  const resend = useResendActivation();
  return (
    <Modal title={t('activation.title')} isOpen onClose={onClose}>
      <p>{t('activation.modal', { email })}</p>
      {resend.isSuccess && (
        <Alert tone="ok" lead={t('activation.sent')} live>
          {t('activation.sentText', { email })}
        </Alert>
      )}
      <ProblemAlert lead={t('activation.notSent')} error={resend.error} />
      <ModalAnswers>
        <Button variant="primary" size="large" wide onPress={onClose}>
          {t('activation.look')}
        </Button>
        {!resend.isSuccess && (
          <Button size="large" wide isPending={resend.isPending} onPress={() => resend.mutate()}>
            {t('activation.resend')}
          </Button>
        )}
      </ModalAnswers>
    </Modal>
  );
}
