import { vi } from 'vitest';

/** What a browser that knows push messages was asked for. */
export interface PushBrowserLog {
  isSubscribed: boolean;
  asked: string[];
}

/**
 * Gives jsdom what it lacks: a registered worker, push messages and notices. Undo it by `vi.unstubAllGlobals()` and by
 * deleting `navigator.serviceWorker`.
 */
export function withPushBrowser({ isSubscribed = false, permission = 'granted' } = {}): PushBrowserLog {
  const log: PushBrowserLog = { isSubscribed, asked: [] };
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      log.asked.push('unsubscribe');
      log.isSubscribed = false;
      return Promise.resolve(true);
    },
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(log.isSubscribed ? subscription : null),
    subscribe: () => {
      log.asked.push('subscribe');
      log.isSubscribed = true;
      return Promise.resolve(subscription);
    },
  };
  const notice = { close: () => log.asked.push('close notice') };
  const registration = { pushManager, getNotifications: () => Promise.resolve([notice]) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(registration) },
  });
  vi.stubGlobal('Notification', { permission });
  return log;
}

/** Takes it away again. */
export function withoutPushBrowser(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
