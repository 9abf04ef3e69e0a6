import { lazy, Suspense, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSettings } from '@/api/session';
import type { User } from '@/api/types';
import { dismiss, isDismissed } from '@/lib/dismissal';
import type { PushState } from '@/lib/push';
import { usePushState } from '@/shared/push/push';
import { activationForm, alerts, STORAGE_KEYS, type Dismissible, type Situation, type Warning } from '../model/rules';
import { isSmartphone } from '../model/smartphone';
import { ActivationAlert } from './activation-alert';
import { DisabledAlert } from './disabled-alert';
import { PhotoAlert } from './photo-alert';
import { PushAlert } from './push-alert';
import styles from './warnings.module.css';

const ActivationModal = lazy(() => import('./activation-modal'));

/** What the member should know or do, above the page, in a fixed order (spec 2.53 to 2.56). */
export default function Warnings({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isModalClosed, setModalClosed] = useState(false);
  const [, follow] = useReducer((count: number) => count + 1, 0);
  const situation = useSituation(user);
  const shown = alerts(situation);
  const close = (warning: Dismissible) => {
    dismiss(STORAGE_KEYS[warning]);
    follow();
  };
  return (
    <>
      {shown.length > 0 && (
        <section className={`wrap stack ${styles.warnings}`} aria-label={t('notices')}>
          {shown.map((warning) => (
            <OneWarning key={warning} warning={warning} user={user} onDismiss={close} />
          ))}
        </section>
      )}
      {activationForm(situation) === 'modal' && !isModalClosed && (
        <Suspense>
          <ActivationModal email={user.email} onClose={() => setModalClosed(true)} />
        </Suspense>
      )}
    </>
  );
}

function useSituation(user: User): Situation {
  const { pathname, search } = useLocation();
  const { push_key: pushKey } = useSettings();
  const push = usePush(pathname);
  return {
    user,
    pathname,
    query: new URLSearchParams(search),
    isSmartphone: isSmartphone(navigator),
    push: pushKey === null ? undefined : push,
    isDismissed: (warning) => isDismissed(STORAGE_KEYS[warning]),
  };
}

/**
 * What the browser says to push messages, where it said so as the page opened. Another answer waits for the next page,
 * so that no warning moves a page that stands.
 */
function usePush(pathname: string): PushState | undefined {
  const push = usePushState();
  const [opened, setOpened] = useState({ pathname, push });
  if (opened.pathname !== pathname) setOpened({ pathname, push });
  return opened.push === push ? push : undefined;
}

interface OneWarningProps {
  warning: Warning;
  user: User;
  onDismiss: (warning: Dismissible) => void;
}

function OneWarning({ warning, user, onDismiss }: OneWarningProps) {
  switch (warning) {
    case 'activation':
      return <ActivationAlert email={user.email} />;
    case 'photo':
      return <PhotoAlert onDismiss={() => onDismiss('photo')} />;
    case 'push':
      return <PushAlert onDismiss={() => onDismiss('push')} />;
    case 'disabled':
      return <DisabledAlert disabled={user.notifications_disabled} onDismiss={() => onDismiss('disabled')} />;
  }
}
