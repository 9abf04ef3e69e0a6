import { lazy, Suspense, useEffect } from 'react';
import { useMatch } from 'react-router';
import { withTexts } from '@/i18n';
import { paths } from '@/lib/paths';
import { hangUp, useSignupCall } from '@/shared/visitor/signup-call';

const SignupModal = lazy(() => withTexts(import('./signup-modal'), 'signup'));

/** The place of the signup modal; its code arrives when a visitor wants what only members can (spec 2.43, 4.14). */
export function SignupModalHost() {
  const call = useSignupCall();
  const isLogin = useMatch(paths.login.pattern) !== null;
  useEffect(() => {
    if (isLogin) hangUp();
  }, [isLogin]);
  if (!call || isLogin) return null;
  return (
    <Suspense>
      <SignupModal key={`${call.wish} ${call.person.id}`} call={call} />
    </Suspense>
  );
}
