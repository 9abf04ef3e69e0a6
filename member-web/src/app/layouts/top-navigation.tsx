import { ChevronDown, LogOut, Settings, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatch, useNavigate } from 'react-router';
import { useLogout, useUser } from '@/api/session';
import type { User } from '@/api/types';
import { Avatar } from '@/ui/avatar/avatar';
import { Badge } from '@/ui/badge/badge';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { Menu } from '@/ui/menu/menu';
import { paths } from '@/lib/paths';
import { BackButton } from './back-button';
import { Bar } from './bar';
import { LanguageMenu } from './language-menu';
import { destinations } from './navigation';
import styles from './top-navigation.module.css';

/** The bar of the default layout: destinations and account for a member, a login button for a visitor (spec 2.45). */
export function TopNavigation() {
  const user = useUser();
  if (!user) return <VisitorBar />;
  return (
    <Bar
      start={<BackButton />}
      middle={<Destinations user={user} />}
      end={
        <>
          <LanguageMenu />
          <AccountMenu user={user} />
        </>
      }
    />
  );
}

/** The bar of a page for visitors: the logo, the languages and a login button (spec 2.47). */
export function VisitorBar() {
  const { t } = useTranslation();
  const isLogin = useMatch(paths.login.pattern) !== null;
  return (
    <Bar
      end={
        <>
          <LanguageMenu showsName />
          {!isLogin && <ButtonLink to={paths.login.to()}>{t('nav.login')}</ButtonLink>}
        </>
      }
    />
  );
}

function Destinations({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.destinations} aria-label={t('nav.label')}>
      <ul>
        {destinations(user, t).map(({ id, to, text, icon, badge }) => (
          <li key={id}>
            <NavLink to={to}>
              <Icon of={icon} />
              <span>{text}</span> {badge && <Badge {...badge} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate: logout } = useLogout(() => navigate(paths.home.to()));
  const choose = (id: string) => {
    if (id === 'profile') return navigate(paths.profile.to());
    if (id === 'settings') return navigate(paths.settings.to());
    return logout();
  };
  return (
    <Menu
      label={t('account.label', { name: user.profile.name })}
      entries={[
        { id: 'profile', text: t('account.profile'), icon: UserRound },
        { id: 'settings', text: t('account.settings'), icon: Settings },
        { id: 'logout', text: t('account.logout'), icon: LogOut },
      ]}
      onChoose={(id) => void choose(id)}
    >
      <Avatar src={user.profile.main_image?.thumb_filename ?? null} size="small" />
      <Icon of={ChevronDown} />
    </Menu>
  );
}
