import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { Icon } from '@/ui/icon/icon';
import { Panel } from '@/ui/panel/panel';
import { SumTable } from '../../components/sum-table';
import { useMethodName } from '../../hooks/use-method-name';
import { negative } from '../../model/bundles';
import type { Order, Refund } from '../api/orders';
import { refundStage } from '../model/order-states';
import styles from './receipt.module.css';

/** What was ordered, when, how it was paid, and what went back. */
export function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const nameOf = useMethodName();
  const last = order.payments.at(-1);
  return (
    <Panel aria-labelledby="receipt">
      <div className="stack">
        <h2 id="receipt">{t('receipt.title')}</h2>
        <OrderSum order={order} />
        <p className="meta">
          {t('receipt.at', { date: format.date(order.created_at), time: format.time(order.created_at) })}
          {last && ` · ${nameOf(last.method)}`}
        </p>
        {order.invoice && (
          <Paper href={`/api/v1/orders/${order.id}/invoice.pdf`}>
            {t('receipt.invoice', { number: order.invoice })}
          </Paper>
        )}
        {order.refunds.length > 0 && (
          <>
            <h3>{t('refunds.title')}</h3>
            <ul className={styles.refunds}>
              {order.refunds.map((refund) => (
                <RefundLine key={refund.id} refund={refund} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}

/** What the order comes to. */
export function OrderSum({ order }: { order: Order }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  return (
    <SumTable
      rows={[
        { text: t('order.credits', { count: order.credits }), money: order.gross },
        ...(order.discount.minor > 0
          ? [{ text: t('order.discount', { code: order.discount_code }), money: negative(order.discount) }]
          : []),
      ]}
      total={{ text: t('order.totalVat'), money: order.total }}
      note={{ text: t('order.vat', { percent: format.rate(order.vat_percent) }), money: order.vat }}
    />
  );
}

function RefundLine({ refund }: { refund: Refund }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const stage = refundStage(refund.state);
  return (
    <li>
      <b>{format.money(refund.amount)}</b>
      <span>
        {t('refunds.credits', { count: refund.credits })} · {format.date(refund.created_at)}
      </span>
      <span className={styles.stage} data-stage={stage}>
        {t(`refunds.${stage}`, { date: refund.settled_at ? format.date(refund.settled_at) : '' })}
      </span>
      {refund.credit_note && (
        <Paper href={`/api/v1/refunds/${refund.id}/credit-note.pdf`}>
          {t('refunds.creditNote', { number: refund.credit_note })}
        </Paper>
      )}
    </li>
  );
}

/** A link to a PDF file that the browser keeps. */
function Paper({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} download className={styles.paper}>
      <Icon of={FileText} />
      {children}
    </a>
  );
}
