import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { methodsQuery } from '../../api/shop';
import styles from '../../components/page.module.css';
import { PayForm } from '../../components/pay-form';
import { useLeave } from '../../hooks/use-leave';
import { wishOf } from '../../model/wish';
import { usePayAgain, type Order } from '../api/orders';
import { OrderSum } from './receipt';
import { NotPaid } from './not-paid';

/** The same order, paid in another way, at the price that it has. */
export function OtherWay({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'shop']);
  const methods = useQuery(methodsQuery(order.bundle_id, ''));
  const again = usePayAgain(order.id);
  const leave = useLeave();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <Link to={paths.order.to(order.id)} className={styles.back}>
          <Icon of={ArrowLeft} />
          {t('orders:toOrder')}
        </Link>
        <PageTitle>{t('shop:pay.title')}</PageTitle>
      </div>
      <PayForm
        methods={methods}
        total={order.total}
        first={null}
        isAsked
        directDebit={paths.directDebit.to(order.bundle_id, order.discount_code)}
        isPending={again.isPending}
        problem={again.isError && <NotPaid order={order} error={again.error} />}
        onPay={(list, choice) => again.mutate(wishOf(list, choice), { onSuccess: leave })}
      >
        <Panel aria-labelledby="your-order">
          <div className="stack">
            <h2 id="your-order">{t('shop:order.title')}</h2>
            <OrderSum order={order} />
          </div>
        </Panel>
      </PayForm>
    </div>
  );
}
