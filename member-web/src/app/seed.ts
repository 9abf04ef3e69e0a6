import type { QueryClient } from '@tanstack/react-query';
import type { Boot } from '@/api/boot';
import { pageKey, settingsQuery, userQuery } from '@/api/session';
import { noteLogin } from '@/lib/login-note';
import { discountQuery, received } from '@/shared/money/discount';

/** Puts the facts that came with the page where the queries look for them. */
export function seed(client: QueryClient, boot: Boot): void {
  client.setQueryData(settingsQuery.queryKey, boot.settings);
  client.setQueryData(userQuery.queryKey, boot.user);
  if (boot.discount !== undefined) client.setQueryData(discountQuery.queryKey, received(boot.discount));
  if (boot.user) noteLogin();
  if (boot.page) client.setQueryData(pageKey(boot.page.token, boot.language), boot.page);
}
