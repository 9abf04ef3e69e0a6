import { lazy } from 'react';
import { useSettings, useUser } from '@/api/session';
import { loadNamespaces } from '@/i18n';
import { mayWarn } from '../model/may-warn';

const Warnings = lazy(async () => (await Promise.all([import('./warnings'), loadNamespaces(['warnings'])]))[0]);

/**
 * The place of the warnings above a page (spec 2.53 to 2.56). The layout waits for them together with the page, so that
 * the page does not move when they come.
 */
export function WarningsHost() {
  const user = useUser();
  const settings = useSettings();
  return user && mayWarn(user, settings) ? <Warnings user={user} /> : null;
}
