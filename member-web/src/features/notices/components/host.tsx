import { lazy } from 'react';
import { useSettings, useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { mayWarn } from '../model/may-warn';

const Warnings = lazy(() => withTexts(import('./warnings'), 'warnings'));

/**
 * The place of the warnings above a page (spec 2.53 to 2.56). The layout waits for them together with the page, so that
 * the page does not move when they come.
 */
export function WarningsHost() {
  const user = useUser();
  const settings = useSettings();
  return user && mayWarn(user, settings) ? <Warnings user={user} /> : null;
}
