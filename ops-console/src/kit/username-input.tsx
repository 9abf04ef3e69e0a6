import { useGetIdentity } from 'react-admin';
import type { Identity } from '@/providers/auth-provider';

/** The address of who is signed in, which nobody sees: password managers keep and find passwords by it. */
export function UsernameInput() {
  const { identity } = useGetIdentity() as { identity?: Identity };
  return <input type="text" autoComplete="username" value={identity?.email ?? ''} readOnly hidden />;
}
