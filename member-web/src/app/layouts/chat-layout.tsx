import { Suspense } from 'react';
import { matchPath, Outlet, useLocation } from 'react-router';
import { useUser } from '@/api/session';
import { MatchHost } from '@/features/likes/components/match-host';
import { BandHost } from '@/features/shop/time-bonus/components/hosts';
import { paths } from '@/lib/paths';
import styles from './chat-layout.module.css';
import { EntryGate } from './entry-gate';
import { TabBar } from './tab-bar';
import { TopNavigation } from './top-navigation';

/** As high as the screen: the list with the ways to everywhere else, a conversation bare (spec 2.41, 2.45). */
export function ChatLayout() {
  const user = useUser();
  const { pathname } = useLocation();
  const isList = matchPath(paths.chats.pattern, pathname) !== null;
  return (
    <div className={styles.chat}>
      {isList && <TopNavigation />}
      <Suspense>
        <BandHost />
        <Outlet />
      </Suspense>
      {isList && user && <TabBar user={user} />}
      <MatchHost />
      <EntryGate layout="chat" />
    </div>
  );
}
