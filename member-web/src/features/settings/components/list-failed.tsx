import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';

/** Stands where a list could not be brought. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <Alert tone="danger" lead={t('notLoaded')} live action={<Button onPress={onRetry}>{t('again')}</Button>}>
      {problemText(error)}
    </Alert>
  );
}
