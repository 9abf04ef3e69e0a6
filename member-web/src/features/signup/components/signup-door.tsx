import { lazy, Suspense, type ReactNode } from 'react';
import { useSettings } from '@/api/session';
import { readInvite } from '@/lib/invite';
import { readTrafficSource } from '@/lib/traffic-source';
import { doorOf } from '../model/door';

const ClosedDoor = lazy(() => import('./closed-door'));

export interface SignupDoorProps {
  /** The form, with the invitation that lets its writer in, if one is needed. */
  children: (invite: string | undefined) => ReactNode;
  /** Where the login leads back to. */
  next?: string | undefined;
}

/** Lets those in whom the site takes, and says plainly to the others how it is (spec 6.2). */
export function SignupDoor({ children, next }: SignupDoorProps) {
  const { signups } = useSettings();
  const door = doorOf(signups, readTrafficSource() !== undefined);
  if (door === 'open') return children(readInvite() || undefined);
  return (
    <Suspense>
      <ClosedDoor door={door} next={next}>
        {children}
      </ClosedDoor>
    </Suspense>
  );
}
