import { Check, OctagonAlert, RefreshCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { Icon } from '../icon/icon';
import type { Toast } from './toast';
import styles from './toast.module.css';

export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

/** The region that holds the toasts; at most 350 px wide (spec 9.13). */
export default function ToastRegion() {
  const { t } = useTranslation();
  return (
    <AriaToastRegion queue={toastQueue} aria-label={t('notices')} className={styles.region ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast ?? ''}>
          <Icon of={iconOf(toast.content)} />
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button className={styles.action ?? ''} onPress={toast.content.action.onPress}>
              {toast.content.action.text}
            </Button>
          )}
          <Button slot="close" aria-label={t('dismiss')} className={styles.close ?? ''}>
            <Icon of={X} />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}

function iconOf({ tone, action }: Toast) {
  if (action) return RefreshCw;
  return tone === 'danger' ? OctagonAlert : Check;
}
