import { useTranslation } from 'react-i18next';
import { faultsOf } from '@/api/api-error';
import { ProblemAlert } from '@/shared/problem/problem-alert';

interface RefusalProps {
  error: unknown;
  /** The fields that say themselves what is wrong with them. */
  known: readonly string[];
}

/** A refusal that no field tells. */
export function Refusal({ error, known }: RefusalProps) {
  const { t } = useTranslation('direct-debit');
  if (Object.keys(faultsOf(error)).some((field) => known.includes(field))) return null;
  return <ProblemAlert lead={t('refused')} error={error} />;
}
