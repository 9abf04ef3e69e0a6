import { lazy, Suspense, type ReactNode } from 'react';
import { useSettings } from '@/api/session';
import { readInvite } from '@/lib/invite';
import { readTrafficSource } from '@/lib/traffic-source';
import { accessOf } from '../model/access';

const SignupClosed = lazy(() => import('./signup-closed'));

export interface SignupAccessProps {
  /** The form, with the invitation that lets its writer in, if one is needed. */
  children: (invite: string | undefined) => ReactNode;
  /** Where the login leads back to. */
  next?: string | undefined;
}

/** Lets those in whom the site takes, and says plainly to the others how it is (spec 6.2). */
export function SignupAccess({ children, next }: SignupAccessProps) {
  const { signups } = useSettings();
  const access = accessOf(signups, readTrafficSource() !== undefined);
  if (access === 'open') return children(readInvite() || undefined);
  return (
    <Suspense>
      <SignupClosed access={access} next={next}>
        {children}
      </SignupClosed>
    </Suspense>
  );
}
