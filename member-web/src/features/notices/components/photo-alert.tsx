import { Camera } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';

/** The profile has no picture yet (spec 2.54). */
export function PhotoAlert({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('warnings');
  return (
    <Alert
      icon={Camera}
      lead={t('photo.lead')}
      action={<ButtonLink to={paths.profile.to()}>{t('photo.add')}</ButtonLink>}
      onDismiss={onDismiss}
    >
      {t('photo.text')}
    </Alert>
  );
}
