import { usePermissions } from 'react-admin';
import { resources } from '@/generated/resources.gen';
import { PAGES } from '@/pages/registry';

/** Where the person may go: the desks and the lists, in the order of the menu. */
export function useSections() {
  const { permissions } = usePermissions<readonly string[]>();
  const isTheirs = ({ permission }: { permission: string }) => Boolean(permissions?.includes(permission));
  return { desks: PAGES.filter(isTheirs), lists: resources.filter(isTheirs) };
}

/** Resources are named module.things, desks by one word. */
export const isList = (name: string) => name.includes('.');

export const titleOf = (name: string) => (isList(name) ? `resources.${name}.name` : `pages.${name}.title`);
