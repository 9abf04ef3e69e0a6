import { Clock3, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { useLeave } from '../../hooks/use-leave';
import { useCancelOrder, type Order } from '../api/orders';
import { ScreenPanel } from './screen-panel';

interface WaitingProps {
  order: Order;
  /** The provider has it, and somebody's bank decides. */
  isPending: boolean;
  /** The provider could not be asked. */
  isAway: boolean;
}

/** Nothing is known yet, and nothing is claimed. */
export function WaitingScreen({ order, isPending, isAway }: WaitingProps) {
  const { t } = useTranslation('orders');
  const name = isPending ? 'pending' : 'asking';
  return (
    <ScreenPanel icon={Hourglass} tone="wait" title={t(`${name}.title`)}>
      <p className="lead" role="status">
        {t(`${name}.text`, { count: order.credits })}
      </p>
      <p className="muted">{isAway ? t('away') : t('leave')}</p>
    </ScreenPanel>
  );
}

/** The payer came back without deciding: go on, pay in another way, or give it up. */
export function UnfinishedScreen({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const leave = useLeave();
  const cancel = useCancelOrder(order.id);
  return (
    <ScreenPanel
      icon={Clock3}
      tone="wait"
      title={t('unfinished.title')}
      actions={
        <>
          <Button variant="primary" size="large" price={format.money(order.total)} onPress={() => leave(order)}>
            {t('unfinished.go')}
          </Button>
          <ButtonLink to={{ search: '?way=other' }} size="large">
            {t('otherWay')}
          </ButtonLink>
          <Button variant="quiet" size="large" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            {t('unfinished.cancel')}
          </Button>
        </>
      }
    >
      <p className="lead">{t('unfinished.text')}</p>
      <ProblemAlert lead={t('unfinished.notCancelled')} error={cancel.error} />
    </ScreenPanel>
  );
}
