import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/icon/icon';
import { deviceOf, isHandheld } from '../model/devices';
import styles from './settings.module.css';

/** "Firefox on Windows", as far as the browser says. */
export function useDeviceName() {
  const { t } = useTranslation('settings');
  return (userAgent: string) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t('devices.name', { browser, system });
    return browser ?? system ?? t('devices.unknown');
  };
}

/** A browser of the member in words, with what there is to say of it. */
export function DeviceWords({ userAgent, help }: { userAgent: string; help: string }) {
  const nameOf = useDeviceName();
  return (
    <span className={styles.device}>
      <Icon of={isHandheld(userAgent) ? Smartphone : Monitor} />
      <span>
        <b>{nameOf(userAgent)}</b>
        <span className={styles.help}>{help}</span>
      </span>
    </span>
  );
}
