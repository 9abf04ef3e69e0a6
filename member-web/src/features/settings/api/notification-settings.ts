import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { combineChanges, showChange } from '../model/notification-settings';
import { settingsKeys } from './keys';
import { useSaving } from './saving';

export type NotificationSettings = Schemas['NotificationSettingsOut'];
export type NotificationSettingsChange = Schemas['NotificationSettingsIn'];

export const notificationSettingsQuery = queryOptions({
  queryKey: settingsKeys.notifications,
  queryFn: ({ signal }) => api.get('/notification-settings', { signal }),
  staleTime: Infinity,
});

/** How the member wants to be told, and how to change it. */
export function useNotificationSettings() {
  const { data } = useQuery(notificationSettingsQuery);
  const way = useSaving<NotificationSettings, NotificationSettingsChange>({
    key: settingsKeys.notifications,
    send: (change) => api.patch('/notification-settings', { body: change }),
    show: showChange,
    combine: combineChanges,
  });
  return { settings: data, ...way };
}
