import { usePermissions } from 'react-admin';

/** Whether the person who is signed in has a permission; the server asks again, whatever the answer here. */
export function usePermission(permission: string | undefined): boolean {
  const { permissions } = usePermissions<readonly string[]>();
  return permission !== undefined && Boolean(permissions?.includes(permission));
}
