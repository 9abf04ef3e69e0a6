import { createSignal } from './events';
import { localStore } from './safe-storage';

/** What this browser and its owner say to push messages (spec 4.6). */
export type PushState = 'unsupported' | 'needs-home-screen' | 'denied' | 'not-subscribed' | 'subscribed';

/** A push message came to this browser: what the page shows of messages and likes is old (spec 7.17). */
export const pushed = createSignal();

/** Whom this browser tells, by their id: after a login it subscribes anew for them, and for nobody else. */
export const TOLD = 'hearth-push';

const findRegistration = () => navigator.serviceWorker?.getRegistration();

const findSubscription = async () => (await findRegistration())?.pushManager?.getSubscription();

/** Whether this browser is subscribed to the site's push messages. */
export async function isPushSubscribed(): Promise<boolean> {
  return (await readPushState()) === 'subscribed';
}

/** The state of push messages in this browser; without the site's service worker there are none. */
export async function readPushState(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration?.pushManager || !('Notification' in window))
    return isTabOfPhone() ? 'needs-home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'subscribed' : 'not-subscribed';
}

/** Whether this is a tab of an iPhone or iPad, which shows push messages of sites on the home screen only. */
const isTabOfPhone = () => (navigator as { standalone?: boolean }).standalone === false;

/** Asks the owner of this browser and subscribes it with the site's key; raises DOMException for a "no". */
export async function subscribeToPush(key: string): Promise<PushSubscriptionJSON> {
  const registration = await findRegistration();
  if (!registration) throw new DOMException('There is no service worker.', 'NotSupportedError');
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return (await registration.pushManager.subscribe(options)).toJSON();
}

/** Ends the subscription of this browser; without one it does nothing. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Takes the notices away that this browser still shows. */
export async function clearNotices(): Promise<void> {
  const registration = await findRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  shown.forEach((notice) => notice.close());
}

/** Whether this browser shows push messages to a member without asking its owner again. */
export const mayTell = (memberId: string): boolean =>
  localStore.getItem(TOLD) === memberId && 'Notification' in window && Notification.permission === 'granted';
