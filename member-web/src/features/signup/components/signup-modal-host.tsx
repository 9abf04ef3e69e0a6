import { lazy, Suspense, useEffect } from 'react';
import { useMatch } from 'react-router';
import { loadNamespaces } from '@/i18n';
import { paths } from '@/lib/paths';
import { hangUp, useSignupCall } from '@/shared/visitor/signup-call';

const SignupModal = lazy(async () => {
  const [modal] = await Promise.all([import('./signup-modal'), loadNamespaces(['signup'])]);
  return modal;
});

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
