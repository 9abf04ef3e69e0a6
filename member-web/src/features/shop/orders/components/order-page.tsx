import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { announce } from '@/lib/announcer';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import styles from '../../components/page.module.css';
import { orderQuery, useSync, type Order } from '../api/orders';
import { screenOf, type Screen } from '../model/order-states';
import { CompletedScreen } from './completed-screen';
import { FailedScreen } from './failed-screen';
import { OtherWay } from './other-way';
import { Receipt } from './receipt';
import { RefundPanel } from './refund-panel';
import { UnfinishedScreen, WaitingScreen } from './waiting-screens';

/** One order and what became of it; here a payer returns from the provider's page (spec 2.27, 4.5). */
export function OrderPage({ id }: { id: string }) {
  const { data: order } = useQuery(orderQuery(id));
  return order ? <Shown order={order} /> : null;
}

function Shown({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const [params] = useSearchParams();
  const { asked, isAway } = useSync(order);
  const screen = screenOf(order, asked);
  useSpoken(screen);
  if (params.get('way') === 'other' && (screen === 'unfinished' || order.can_retry)) return <OtherWay order={order} />;
  return (
    <div className={`wrap stack ${styles.narrow}`}>
      <Link to={paths.orders.to()} className={styles.back}>
        <Icon of={ArrowLeft} />
        {t('all')}
      </Link>
      <ScreenOf screen={screen} order={order} isAway={isAway} />
      {screen === 'completed' && <RefundPanel order={order} />}
      <Receipt order={order} />
    </div>
  );
}

function ScreenOf({ screen, order, isAway }: { screen: Screen; order: Order; isAway: boolean }) {
  switch (screen) {
    case 'asking':
    case 'pending':
      return <WaitingScreen order={order} isPending={screen === 'pending'} isAway={isAway} />;
    case 'unfinished':
      return <UnfinishedScreen order={order} />;
    case 'completed':
      return <CompletedScreen order={order} />;
    case 'failed':
    case 'cancelled':
      return <FailedScreen order={order} />;
  }
}

/** Says the news when an order moves on while its page is open. */
function useSpoken(screen: Screen) {
  const { t } = useTranslation('orders');
  const before = useRef(screen);
  useEffect(() => {
    if (before.current !== screen) announce(t(`${screen}.title`));
    before.current = screen;
  }, [screen, t]);
}
