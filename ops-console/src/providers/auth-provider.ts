import type { AuthProvider, UserIdentity } from 'react-admin';
import { resources } from '@/generated/resources.gen';
import { call, problemOf } from './http';

export interface Staff {
  id: string;
  name: string;
  email: string;
  roles: readonly string[];
}

export interface Session {
  staff: Staff;
  permissions: readonly string[];
  recovery_codes_left: number;
}

/** What the console shows of the person who is signed in. */
export interface Identity extends UserIdentity, Staff {
  id: string;
  fullName: string;
  recoveryCodesLeft: number;
}

export interface SignIn {
  email: string;
  password: string;
  code: string;
}

let known: Promise<Session> | undefined;

/** Who is signed in, asked for once; a refusal is asked again the next time. */
function session(): Promise<Session> {
  known ??= call<Session>('/session').catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Let the session be asked for anew, the next time that somebody wants to know. */
export const forgetSession = () => {
  known = undefined;
};

export const authProvider: AuthProvider = {
  login: async (given: SignIn) => {
    const begun = await call<Session>('/session', { method: 'POST', body: given });
    known = Promise.resolve(begun);
    return begun;
  },
  logout: async () => {
    const wasSignedIn = known !== undefined;
    known = undefined;
    // A session that ended by itself cannot be ended again.
    if (wasSignedIn) await call('/session', { method: 'DELETE' }).catch(() => undefined);
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
