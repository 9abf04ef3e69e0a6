import { CircleAlert, Check, Clock3, Info, OctagonAlert, TriangleAlert, Drama, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button/icon-button';
import { Icon } from '../icon/icon';
import styles from './alert.module.css';

const ICONS = {
  note: Info,
  ok: Check,
  warn: TriangleAlert,
  danger: OctagonAlert,
  fiction: Drama,
  lamp: Clock3,
  safety: CircleAlert,
};

interface AlertProps {
  tone?: keyof typeof ICONS;
  /** In place of the tone's own, where the notice is about one thing. */
  icon?: LucideIcon;
  /** The bold first clause. */
  lead: ReactNode;
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** Set where the alert appears in answer to something the member did, so that it is read out. */
  live?: boolean;
}

/** A notice in the page: icon, bold first clause, sentence, one action, dismiss. */
export function Alert({ tone = 'note', icon, lead, children, action, onDismiss, live }: AlertProps) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.alert}
      data-tone={tone}
      data-dismissible={onDismiss ? true : undefined}
      role={live ? 'alert' : undefined}
    >
      <Icon of={icon ?? ICONS[tone]} />
      <div className={styles.body}>
        <p>
          <b>{lead}</b> {children}
        </p>
        {action}
      </div>
      {onDismiss && (
        <div className={styles.dismiss}>
          <IconButton icon={X} label={t('dismiss')} onPress={onDismiss} />
        </div>
      )}
    </div>
  );
}
