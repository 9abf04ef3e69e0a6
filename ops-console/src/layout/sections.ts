import { usePermissions } from 'react-admin';
import { resources } from '@/generated/resources.gen';
import { PAGES } from '@/pages/registry';
import { useWaiting } from '@/providers/waiting';

/** Where the person may go: the desks and the lists, in the order of the menu. */
export function useSections() {
  const { permissions } = usePermissions<readonly string[]>();
  const isTheirs = ({ permission }: { permission: string }) => Boolean(permissions?.includes(permission));
  return { desks: PAGES.filter(isTheirs), lists: resources.filter(isTheirs) };
}

/** How many items wait on each desk, by its name, for staff who may read the figures. */
export function useCounts(): Readonly<Record<string, number>> {
  const { permissions } = usePermissions<readonly string[]>();
  const { data } = useWaiting(Boolean(permissions?.includes('platform.figures.read')));
  return Object.fromEntries(data?.queues.map(({ queue, waiting }) => [queue, waiting]) ?? []);
}

/** Resources are named module.things, desks by one word. */
export const isList = (name: string) => name.includes('.');

export const titleOf = (name: string) => (isList(name) ? `resources.${name}.name` : `pages.${name}.title`);
