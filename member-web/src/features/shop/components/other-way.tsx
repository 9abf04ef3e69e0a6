import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { usePayAgain, type Order } from '../api/orders';
import { methodsQuery } from '../api/shop';
import { useLeave } from '../hooks/use-leave';
import { wishOf } from '../model/wish';
import { OrderSum } from './receipt';
import styles from './page.module.css';
import { PayForm } from './pay-form';

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
        problem={
          again.isError && (
            <Alert tone="danger" lead={t('orders:failed.notAgain')} live>
              {problemText(again.error)}
            </Alert>
          )
        }
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
