import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { devicesQuery, useLogOutElsewhere, type Device } from '../api/devices';
import { DeviceWords, useDeviceName } from './device-words';
import { ListFailed } from './list-failed';
import { PanelTitle } from './save-note';
import styles from './settings.module.css';

/** Where the member is logged in; each other browser can be logged out from here. */
export function DevicesPanel() {
  const { t } = useTranslation('settings');
  const { data: devices, ...query } = useQuery(devicesQuery);
  const end = useLogOutElsewhere();
  const nameOf = useDeviceName();
  const format = useFormat();
  const help = (device: Device) =>
    device.is_current ? t('devices.here') : t('devices.seen', { when: format.relative(device.seen_at) });
  const others = devices?.filter((one) => !one.is_current) ?? [];
  const logOut = (id?: string) => end.mutate(id, { onSuccess: () => announce(t('devices.done')) });
  return (
    <Panel id="devices" tabIndex={-1} aria-labelledby="devices-title">
      <div className="stack">
        <PanelTitle id="devices-title">{t('devices.title')}</PanelTitle>
        {query.isPending && <Skeleton shape="line" count={2} />}
        {query.isError && <ListFailed error={query.error} onRetry={() => void query.refetch()} />}
        <ul className={styles.rows}>
          {devices?.map((device) => (
            <li key={device.id} className={styles.row}>
              <DeviceWords userAgent={device.user_agent} help={help(device)} />
              {!device.is_current && (
                <Button
                  aria-label={t('devices.endLabel', { name: nameOf(device.user_agent) })}
                  isPending={end.isPending && end.variables === device.id}
                  onPress={() => logOut(device.id)}
                >
                  {t('devices.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <ProblemAlert lead={t('devices.failed')} error={end.error} />
        {others.length > 1 && (
          <Button isPending={end.isPending && end.variables === undefined} onPress={() => logOut()}>
            {t('devices.endAll')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
