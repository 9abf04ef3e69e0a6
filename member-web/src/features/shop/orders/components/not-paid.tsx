import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { ButtonLink } from '@/ui/link/link';
import type { Order } from '../api/orders';

/** Why an order could not be paid again; where its code is the reason, the way to its bundle without the code. */
export function NotPaid({ order, error }: { order: Order; error: unknown }) {
  const { t } = useTranslation('orders');
  const hasLapsed = error instanceof ApiError && error.code === 'billing.discount-lapsed';
  return (
    <ProblemAlert
      lead={t('failed.notAgain')}
      error={error}
      action={hasLapsed && <ButtonLink to={paths.pay.to(order.bundle_id)}>{t('failed.withoutCode')}</ButtonLink>}
    />
  );
}
