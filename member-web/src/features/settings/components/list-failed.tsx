import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';

/** Stands where a list could not be brought. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('settings');
  return <ProblemAlert lead={t('notLoaded')} error={error} action={<Button onPress={onRetry}>{t('again')}</Button>} />;
}
