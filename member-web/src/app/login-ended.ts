import { i18n, loadNamespaces } from '@/i18n';
import { isLoginNoted } from '@/lib/login-note';
import { showToast } from '@/ui/toast/toast';

/** Says on a page for everybody that the login ended, unless the member logged out in another tab. */
export async function tellLoginEnded(): Promise<void> {
  if (!isLoginNoted()) return;
  await loadNamespaces(['login']);
  await showToast({ text: i18n.t('login:ended') });
}
