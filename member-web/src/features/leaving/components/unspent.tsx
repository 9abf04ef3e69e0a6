import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { refundableQuery, useWithdrawAll, type Refundable } from '../api/leaving';
import { sumOffers } from '../model/refundable';

/** Unspent credits go back as money first, whatever the member decides (promise 3). */
export function Unspent() {
  const { t } = useTranslation('account-life');
  const format = useFormat();
  const { data: orders = [] } = useQuery(refundableQuery);
  const withdraw = useWithdrawAll();
  const told = (of: readonly Refundable[]) => {
    const { credits, amounts } = sumOffers(of.map(({ offer }) => offer));
    return { count: credits, money: format.list(amounts.map(format.money)) };
  };
  if (withdraw.isSuccess) {
    return (
      <Alert tone="ok" lead={t('leave.unspent.done', told(withdraw.variables))} live>
        {t('leave.unspent.doneText')}
      </Alert>
    );
  }
  if (orders.length === 0) return null;
  return (
    <>
      <ProblemAlert lead={t('leave.unspent.failed')} error={withdraw.error} />
      <Alert
        lead={t('leave.unspent.lead', told(orders))}
        action={
          <Button onPress={() => withdraw.mutate(orders)} isPending={withdraw.isPending}>
            {t('leave.unspent.go', told(orders))}
          </Button>
        }
      >
        {t('leave.unspent.text')}
      </Alert>
    </>
  );
}
