import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { blocksQuery, useUnblock, type Blocked } from '../api/blocks';
import { ListFailed } from './list-failed';
import { PanelTitle } from './save-note';
import styles from './settings.module.css';

/** Whom the member blocked; lifting a block tells nobody. */
export function BlockedPanel() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { data: blocked, ...query } = useQuery(blocksQuery);
  const unblock = useUnblock();
  const lift = ({ id, name }: Blocked) =>
    unblock.mutate(id, { onSuccess: () => announce(t('blocked.done', { name })) });
  return (
    <Panel id="blocked" tabIndex={-1} aria-labelledby="blocked-title">
      <div className="stack">
        <PanelTitle id="blocked-title">{t('blocked.title')}</PanelTitle>
        <p>{t('blocked.lead')}</p>
        {query.isPending && <Skeleton shape="line" />}
        {query.isError && <ListFailed error={query.error} onRetry={() => void query.refetch()} />}
        {blocked?.length === 0 && <p className="muted">{t('blocked.none')}</p>}
        <ul className={styles.rows}>
          {blocked?.map((person) => (
            <li key={person.id} className={styles.row}>
              <span>
                <b dir="auto">{person.name}</b>
                <span className={styles.help}>{t('blocked.since', { date: format.date(person.blocked_at) })}</span>
              </span>
              <Button
                aria-label={t('blocked.liftLabel', { name: person.name })}
                isPending={unblock.isPending && unblock.variables === person.id}
                onPress={() => lift(person)}
              >
                {t('blocked.lift')}
              </Button>
            </li>
          ))}
        </ul>
        <ProblemAlert lead={t('notSaved')} error={unblock.error} />
      </div>
    </Panel>
  );
}
