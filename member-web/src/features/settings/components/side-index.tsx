import {
  Ban,
  Bell,
  Download,
  EyeOff,
  KeyRound,
  MonitorSmartphone,
  ReceiptText,
  ShieldCheck,
  Trash2,
  Type,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import styles from './settings.module.css';

const SECTIONS = [
  ['notices', Bell],
  ['reading', Type],
  ['privacy', EyeOff],
  ['login', KeyRound],
  ['devices', MonitorSmartphone],
  ['money', ReceiptText],
  ['consents', ShieldCheck],
  ['blocked', Ban],
  ['data', Download],
  ['leave', Trash2],
] as const satisfies readonly (readonly [string, LucideIcon])[];

/** The sections of the page, at its side on a wide screen; each takes the focus along. */
export function SideIndex() {
  const { t } = useTranslation('settings');
  const here = useLocation().hash.slice(1) || 'notices';
  return (
    <nav className={`only-desk ${styles.index}`} aria-label={t('title')}>
      <ul>
        <li>
          <Link to={paths.profile.to()}>
            <Icon of={UserRound} />
            {t('index.profile')}
          </Link>
        </li>
        {SECTIONS.map(([id, icon]) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              aria-current={id === here ? 'true' : undefined}
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
            >
              <Icon of={icon} />
              {t(`index.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
