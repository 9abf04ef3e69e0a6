import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { methodsQuery } from '../../api/shop';
import { useLeave } from '../../hooks/use-leave';
import { useMethodName } from '../../hooks/use-method-name';
import { usePayAgain, type Order } from '../api/orders';
import { offersPayPal, PAYPAL, retryWish } from '../model/retry';
import { NotPaid } from './not-paid';
import { ScreenPanel } from './screen-panel';

/** Nothing was taken: try again, PayPal, or another way, at the price that was quoted (spec 4.5, 8.5). */
export function FailedScreen({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const last = order.payments.at(-1);
  const nameOf = useMethodName();
  return (
    <ScreenPanel
      icon={OctagonAlert}
      tone="danger"
      title={t('failed.title')}
      actions={order.can_retry ? <Again order={order} /> : <BuyAnew />}
    >
      <p className="lead">
        {last?.mandate_id ? t('failed.recurring', { way: nameOf(last.method) }) : t(`${order.state as 'failed'}.text`)}
      </p>
      {order.can_retry && <p className="muted">{t('failed.waiting')}</p>}
    </ScreenPanel>
  );
}

function Again({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { data: methods } = useQuery(methodsQuery(order.bundle_id, ''));
  const again = usePayAgain(order.id);
  const leave = useLeave();
  const price = format.money(order.total);
  const retry = retryWish(order, methods);
  const hasPayPal = offersPayPal(order, methods);
  return (
    <>
      {retry && (
        <Button
          variant="primary"
          size="large"
          price={price}
          isPending={again.isPending && again.variables.method === retry.method}
          onPress={() => again.mutate(retry, { onSuccess: leave })}
        >
          {t('failed.again')}
        </Button>
      )}
      {hasPayPal && (
        <Button
          variant={retry ? 'line' : 'primary'}
          size="large"
          price={price}
          isPending={again.isPending && again.variables.method === PAYPAL}
          onPress={() => again.mutate({ method: PAYPAL }, { onSuccess: leave })}
        >
          {t('failed.paypal')}
        </Button>
      )}
      <ButtonLink to={{ search: '?way=other' }} variant={retry || hasPayPal ? 'quiet' : 'primary'} size="large">
        {t('otherWay')}
      </ButtonLink>
      {again.isError && <NotPaid order={order} error={again.error} />}
    </>
  );
}

function BuyAnew() {
  const { t } = useTranslation('orders');
  return (
    <ButtonLink to={paths.credits.to()} variant="primary" size="large">
      {t('failed.anew')}
    </ButtonLink>
  );
}
