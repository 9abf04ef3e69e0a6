import type { AuthProvider, UserIdentity } from 'react-admin';
import { resources } from '@/generated/resources.gen';
import { api, dataOf, problemOf } from './http';
import type { SignedIn, SignIn } from './schema';
import { forgetSession, rememberSession, session } from './session';

/** What the console shows of the person who is signed in. */
export interface Identity extends UserIdentity, SignedIn {
  id: string;
  fullName: string;
  recoveryCodesLeft: number;
}

export const authProvider: AuthProvider = {
  login: async (given: SignIn) => {
    const begun = await dataOf(api.POST('/ops/api/session', { body: given }));
    rememberSession(begun);
    return begun;
  },
  logout: async () => {
    // A session that ended by itself cannot be ended again.
    if (forgetSession()) await api.DELETE('/ops/api/session').catch(() => undefined);
  },
  checkAuth: async () => {
    await session();
  },
  checkError: async (error: unknown) => {
    if (problemOf(error)?.authentication_required) throw new Error('ops.signed_out');
  },
  getIdentity: async () => {
    const { staff, recovery_codes_left: recoveryCodesLeft } = await session();
    return { ...staff, fullName: staff.name, recoveryCodesLeft } satisfies Identity;
  },
  getPermissions: async () => (await session()).permissions,
  canAccess: async ({ resource, action }) => {
    const permission = resources.find(({ name }) => name === resource)?.permission;
    const { permissions } = await session();
    return (action === 'list' || action === 'show') && permission !== undefined && permissions.includes(permission);
  },
};
