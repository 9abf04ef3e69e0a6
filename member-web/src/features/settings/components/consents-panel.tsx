import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { consentsQuery, useWithdrawConsent } from '../api/consents';
import { ListFailed } from './list-failed';
import { PanelTitle } from './save-note';
import styles from './settings.module.css';

/** What the member agreed to and when; the consent that stands can be taken back. */
export function ConsentsPanel() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { data: consents, ...query } = useQuery(consentsQuery);
  const withdraw = useWithdrawConsent();
  return (
    <Panel id="consents" tabIndex={-1} aria-labelledby="consents-title">
      <div className="stack">
        <PanelTitle id="consents-title">{t('consents.title')}</PanelTitle>
        <p>{t('consents.lead')}</p>
        {query.isPending && <Skeleton shape="line" />}
        {query.isError && <ListFailed error={query.error} onRetry={() => void query.refetch()} />}
        {consents?.length === 0 && (
          <p className="muted">
            {t('consents.none')} <Link to={paths.profile.to()}>{t('consents.toProfile')}</Link>
          </p>
        )}
        <ul className={styles.rows}>
          {consents?.map(({ given_at, withdrawn_at }) => (
            <li key={given_at} className={styles.row}>
              <span>
                <b>{t('consents.intimate')}</b>
                <span className={styles.help}>
                  {withdrawn_at
                    ? t('consents.ended', { from: format.date(given_at), until: format.date(withdrawn_at) })
                    : t('consents.since', { from: format.date(given_at) })}
                </span>
              </span>
              {!withdrawn_at && (
                <Button
                  isPending={withdraw.isPending}
                  onPress={() => withdraw.mutate(undefined, { onSuccess: () => announce(t('consents.done')) })}
                >
                  {t('consents.withdraw')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <ProblemAlert lead={t('notSaved')} error={withdraw.error} />
      </div>
    </Panel>
  );
}
