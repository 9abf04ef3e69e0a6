/** What this browser and its owner say to push messages (spec 4.6). */
export type PushState = 'unsupported' | 'denied' | 'not-subscribed' | 'subscribed';

const findRegistration = () => navigator.serviceWorker?.getRegistration();

/** Whether this browser is subscribed to the site's push messages. */
export async function isPushSubscribed(): Promise<boolean> {
  return (await readPushState()) === 'subscribed';
}

/** The state of push messages in this browser; without the site's service worker there are none. */
export async function readPushState(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration?.pushManager || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'subscribed' : 'not-subscribed';
}

/** Asks the owner of this browser and subscribes it with the site's key; raises DOMException for a "no". */
export async function subscribeToPush(key: string): Promise<PushSubscriptionJSON> {
  const registration = await findRegistration();
  if (!registration) throw new DOMException('There is no service worker.', 'NotSupportedError');
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return (await registration.pushManager.subscribe(options)).toJSON();
}
