import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { User } from '@/api/types';
import { Badge } from '@/ui/badge/badge';
import { Icon } from '@/ui/icon/icon';
import { paths } from '@/lib/paths';
import { destinations } from './navigation';
import styles from './tab-bar.module.css';

/** The same destinations at the bottom of a small screen, and the member's own page. */
export function TabBar({ user }: { user: User }) {
  const { t } = useTranslation();
  const own = { id: 'me', to: paths.profile.to(), text: t('nav.me'), icon: UserRound, badge: undefined };
  return (
    <nav className={styles.tabs} aria-label={t('nav.label')}>
      <ul>
        {[...destinations(user, t), own].map(({ id, to, text, icon, badge }) => (
          <li key={id}>
            <NavLink to={to}>
              <Icon of={icon} />
              <span>{text}</span>{' '}
              {badge && (
                <span className={styles.badge}>
                  <Badge {...badge} />
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
