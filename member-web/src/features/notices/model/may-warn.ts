import type { Settings, User } from '@/api/types';

/** Whether there can be anything to warn of: decides if the warnings' code comes at all. */
export function mayWarn(user: User, { push_key: pushKey }: Settings): boolean {
  const { status, notifications_disabled: disabled, profile } = user;
  return status === 'not_confirmed' || profile.main_image === null || disabled.length > 0 || pushKey !== null;
}
