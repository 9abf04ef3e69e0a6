import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import type { ProfileForm } from '../hooks/use-profile-form';

/** Why the last save was refused: a link to each field at fault, else the reason. */
export function FormProblems({ form: { error, errors } }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const problems = Object.entries(errors).map(([field, message]) => ({ field, message }));
  if (problems.length > 0) return <ErrorSummary title={t('summary')} problems={problems} />;
  return <ProblemAlert lead={t('notSaved')} error={error} />;
}
