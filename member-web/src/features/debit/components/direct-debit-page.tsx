import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { quoteQuery } from '@/shared/money/quote';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Steps } from '@/ui/steps/steps';
import { useAskCode, type Debit, type Payer, type What } from '../api/direct-debit';
import { DoneScreen } from './done-screen';
import styles from './page.module.css';
import { PayerForm } from './payer-form';
import { PermissionForm } from './permission-form';

interface DirectDebitPageProps {
  bundleId: string;
  code: string;
}

/** Pay by direct debit: the account, the code by SMS and the permission, done (spec 2.13, 2.36, 5.6). */
export function DirectDebitPage({ bundleId, code }: DirectDebitPageProps) {
  const { t } = useTranslation('direct-debit');
  const format = useFormat();
  const { data: quote } = useQuery(quoteQuery(bundleId, code));
  const [payer, setPayer] = useState<Payer>({ iban: '', holder: '', phone: '', start_now: false });
  const [debit, setDebit] = useState<Debit | null>(null);
  const [isMending, setMending] = useState(false);
  const [isDone, setDone] = useState(false);
  const ask = useAskCode();
  if (!quote) return null;
  if (debit && isDone) return <DoneScreen debit={debit} />;
  const what: What = debit ? { order_id: debit.order_id } : { bundle_id: bundleId, ...(code && { code }) };
  const send = () =>
    ask.mutate(
      { ...what, ...payer },
      {
        onSuccess: (sent) => {
          setDebit(sent);
          setMending(false);
        },
      },
    );
  const isAsking = !debit || isMending;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link to={paths.pay.to(bundleId, code)} className={styles.back}>
          <Icon of={ArrowLeft} />
          {t('otherWay')}
        </Link>
        <PageTitle>{t('title')}</PageTitle>
      </div>
      {/* The list sticks within its box, which has no room beside the form here. */}
      <div>
        <Steps names={[t('steps.account'), t('steps.permission')]} current={isAsking ? 0 : 1} />
      </div>
      <Panel>
        <p className={styles.sum}>
          <span>{t('credits', { count: quote.credits })}</span>
          <span>{format.money(debit?.amount ?? quote.total)}</span>
        </p>
      </Panel>
      {isAsking ? (
        <PayerForm payer={payer} onChange={setPayer} error={ask.error} isPending={ask.isPending} onSend={send} />
      ) : (
        <PermissionForm
          key={debit.expires_at}
          debit={debit}
          again={{ error: ask.error, isPending: ask.isPending, onSend: send }}
          onMend={() => {
            ask.reset();
            setMending(true);
          }}
          onDone={() => setDone(true)}
        />
      )}
    </div>
  );
}
