import { useQueryClient } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember, userQuery } from '@/api/session';
import { paths } from '@/lib/paths';
import { forgetWayBack, wayBack } from '@/lib/way-back';
import { ButtonLink } from '@/ui/link/link';
import type { Order } from '../api/orders';
import { ScreenPanel } from './screen-panel';

/** The credits are there; on to what they were bought for. */
export function CompletedScreen({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common']);
  const { credits } = useMember();
  const client = useQueryClient();
  // What came with the page may be older than the order.
  useEffect(() => void client.invalidateQueries({ queryKey: userQuery.queryKey }), [client]);
  const back = wayBack();
  return (
    <ScreenPanel
      icon={CircleCheckBig}
      tone="ok"
      title={t('orders:completed.title')}
      actions={
        <>
          <ButtonLink to={back ?? paths.members.to()} variant="primary" size="large" onClick={forgetWayBack}>
            {back ? t('orders:completed.back') : t('orders:completed.look')}
          </ButtonLink>
          <ButtonLink to={paths.chats.to()} size="large">
            {t('common:nav.messages')}
          </ButtonLink>
        </>
      }
    >
      <p className="lead">{t('orders:completed.text', { count: order.credits })}</p>
      <p className="muted">
        {t('orders:completed.balance', { credits: t('common:cost.credits', { count: credits }) })}
      </p>
    </ScreenPanel>
  );
}
