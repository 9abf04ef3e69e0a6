import { useQuery } from '@tanstack/react-query';
import { ReceiptText, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { creditsQuery, useSpending, type Credits } from '../api/wallet';
import { byKind } from '../model/lines';
import { Lines } from './lines';
import { SavedWays } from './saved-ways';
import { Spending } from './spending';
import styles from './wallet.module.css';

/** The lower part of /credits: what is there, where it came from, and where it went (promise 3). */
export function Wallet() {
  const { t } = useTranslation('wallet');
  const { data: credits } = useQuery(creditsQuery);
  return (
    <section className={styles.wallet} aria-labelledby="wallet">
      <div className="row between">
        <h2 id="wallet">{t('title')}</h2>
        <div className={styles.ways}>
          <ButtonLink to={paths.orders.to()} icon={ReceiptText}>
            {t('orders')}
          </ButtonLink>
          <ButtonLink to={paths.creditSettings.to()} icon={SlidersHorizontal}>
            {t('settings')}
          </ButtonLink>
        </div>
      </div>
      {credits ? <Inside credits={credits} /> : <Skeleton shape="block" count={2} />}
      <SavedWays />
    </section>
  );
}

function Inside({ credits }: { credits: Credits }) {
  const conversations = useSpending(credits.entries);
  const names = new Map(conversations.map(({ id, profile }) => [id, profile.name]));
  return (
    <>
      <Balance credits={credits} />
      <Spending conversations={conversations} />
      <Lines lines={credits.entries} names={names} />
    </>
  );
}

function Balance({ credits: { balance, lots, spent_month: spent } }: { credits: Credits }) {
  const { t } = useTranslation(['wallet', 'common']);
  const cost = useCost();
  const { bonus, purchased } = byKind(lots);
  return (
    <div className={styles.facts}>
      <Panel>
        <p className={styles.figure}>{t('common:cost.credits', { count: balance })}</p>
        <p className="muted">
          {purchased > 0 && t('wallet:purchased', { count: purchased })}{' '}
          {bonus > 0 && t('wallet:bonus', { count: bonus })} {balance === 0 && t('wallet:none')}
        </p>
      </Panel>
      <Panel>
        <p className={styles.figure}>{cost(spent)}</p>
        <p className="muted">{t('wallet:month')}</p>
      </Panel>
    </div>
  );
}
