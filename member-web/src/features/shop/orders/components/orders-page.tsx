import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink, Link } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import pageStyles from '../../components/page.module.css';
import { ordersQuery, type Order } from '../api/orders';
import styles from './orders-page.module.css';

const PAGE_SIZE = 20;

/** /transactions: everything that was ordered, the newest first (spec 2.27). */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const { data, ...list } = useInfiniteQuery(ordersQuery);
  const orders = data?.pages.flatMap((page) => page.orders) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <div className={`wrap stack ${pageStyles.narrow}`}>
      <PageTitle>{t('list.title')}</PageTitle>
      {!data && <Skeleton shape="block" count={3} />}
      {data && orders.length === 0 && (
        <Panel>
          <EmptyState
            title={t('list.none')}
            actions={
              <ButtonLink to={paths.credits.to()} variant="primary">
                {t('list.bundles')}
              </ButtonLink>
            }
          >
            {t('list.noneText')}
          </EmptyState>
        </Panel>
      )}
      {orders.length > 0 && (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </ul>
      )}
      {list.isFetchNextPageError && <ProblemAlert lead={t('list.moreFailed')} error={list.error} />}
      {total > PAGE_SIZE && <LoadMore list={list} shown={orders.length} total={total} pageSize={PAGE_SIZE} />}
    </div>
  );
}

function OrderLine({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common']);
  const format = useFormat();
  return (
    <li>
      <Link to={paths.order.to(order.id)} className={styles.order}>
        <span>
          <b>{t('common:cost.credits', { count: order.credits })}</b>{' '}
          <span className={styles.date}>{format.date(order.created_at)}</span>
        </span>{' '}
        <span className={styles.end}>
          <b className="num">{format.money(order.total)}</b>{' '}
          <span className={styles.state} data-state={order.state}>
            {order.refunds.length > 0 && order.state === 'completed'
              ? t('orders:list.refunded')
              : t(`orders:list.${order.state}`)}
          </span>
        </span>
      </Link>
    </li>
  );
}
