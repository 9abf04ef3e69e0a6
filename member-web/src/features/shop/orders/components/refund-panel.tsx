import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { useWithdraw, type Order, type RefundOffer } from '../api/orders';
import styles from './refund-panel.module.css';

/** Unspent credits back as money, in two steps: what it comes to, then the press that does it (promise 3). */
export function RefundPanel({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const [isSure, setSure] = useState(false);
  const withdraw = useWithdraw(order.id);
  const offer = order.refund_offer;
  if (withdraw.isSuccess) {
    return (
      <Alert tone="ok" lead={t('refund.done')} live>
        {t('refund.doneText', { money: format.money(withdraw.data.amount) })}
      </Alert>
    );
  }
  if (!offer) return <NoOffer order={order} />;
  return (
    <Panel aria-labelledby="refund">
      <div className="stack">
        <h2 id="refund">{t('refund.title')}</h2>
        <p>
          {t('refund.offer', { count: offer.credits, money: format.money(offer.amount) })}{' '}
          {order.refund_until &&
            t('refund.until', { date: format.date(order.refund_until), time: format.time(order.refund_until) })}
        </p>
        <ProblemAlert lead={t('refund.failed')} error={withdraw.error} />
        {isSure ? (
          <SecondStep
            offer={offer}
            isPending={withdraw.isPending}
            onAgree={() => withdraw.mutate({ amount_minor: offer.amount.minor })}
            onKeep={() => setSure(false)}
          />
        ) : (
          <Button onPress={() => setSure(true)}>{t('refund.ask')}</Button>
        )}
      </div>
    </Panel>
  );
}

/** Why nothing can be given back, so that nobody looks for it elsewhere. */
function NoOffer({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common']);
  const format = useFormat();
  const until = order.refund_until;
  const [now] = useState(Date.now);
  return (
    <Panel aria-labelledby="refund">
      <div className="stack">
        <h2 id="refund">{t('refund.title')}</h2>
        <p>
          {until && Date.parse(until) < now
            ? t('refund.over', { date: format.date(until), time: format.time(until) })
            : t('refund.none')}
        </p>
        <Link to={paths.staticPage.to('return-policy')}>{t('common:footer.returnPolicy')}</Link>
      </div>
    </Panel>
  );
}

interface SecondStepProps {
  offer: RefundOffer;
  isPending: boolean;
  onAgree: () => void;
  onKeep: () => void;
}

function SecondStep({ offer, isPending, onAgree, onKeep }: SecondStepProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const money = format.money(offer.amount);
  const question = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => question.current?.focus(), []);
  return (
    <div role="group" aria-labelledby="refund-sure" className="stack">
      <p id="refund-sure" ref={question} tabIndex={-1}>
        <b>{t('refund.sure', { count: offer.credits, money })}</b>
      </p>
      <p>{t('refund.sureText')}</p>
      <div className={styles.answers}>
        <Button variant="primary" size="large" isPending={isPending} onPress={onAgree}>
          {t('refund.agree', { money })}
        </Button>
        <Button size="large" onPress={onKeep}>
          {t('refund.keep')}
        </Button>
      </div>
    </div>
  );
}
