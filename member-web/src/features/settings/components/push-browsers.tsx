import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { pushBrowsersQuery, useEndPush, type PushBrowser } from '@/shared/push/push';
import { Button } from '@/ui/button/button';
import { DeviceWords, useDeviceName } from './device-words';
import { ListFailed } from './list-failed';
import styles from './settings.module.css';

/** The browsers that show the member's push messages; each can be ended from here. */
export function PushBrowsers() {
  const { t } = useTranslation('settings');
  const { data: browsers = [], ...query } = useQuery(pushBrowsersQuery);
  const end = useEndPush();
  const nameOf = useDeviceName();
  const help = useHelp();
  if (query.isError) return <ListFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (browsers.length === 0) return null;
  return (
    <div className="stack">
      <h3 id="push-browsers">{t('push.browsers')}</h3>
      <ul className={styles.rows} aria-labelledby="push-browsers">
        {browsers.map((browser) => (
          <li key={browser.id} className={styles.row}>
            <DeviceWords userAgent={browser.user_agent} help={help(browser)} />
            <Button
              aria-label={t('push.endLabel', { name: nameOf(browser.user_agent) })}
              isPending={end.isPending && end.variables.id === browser.id}
              onPress={() => end.mutate(browser, { onSuccess: () => announce(t('push.ended')) })}
            >
              {t('push.end')}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemAlert lead={t('push.notEnded')} error={end.error} />
    </div>
  );
}

/** Which one it is, and when it last showed something. */
function useHelp() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return ({ is_current: isThisOne, used_at: at }: PushBrowser) => {
    const told = at ? t('push.told', { when: format.relative(at) }) : t('push.notTold');
    return isThisOne ? `${t('push.here')} · ${told}` : told;
  };
}
