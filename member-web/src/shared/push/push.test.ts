import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOLD } from '@/lib/push';
import { localStore } from '@/lib/safe-storage';
import { withoutPushBrowser, withPushBrowser } from '@/testing/push-browser';
import { server } from '@/testing/server';
import { settlePush } from './push';

const RUTH = 'ruth';
const LIST = '/api/v1/push-subscriptions';
let saved: unknown[];

/** What the server knows of this browser. */
const known = (isKnown: boolean) =>
  server.use(http.get(LIST, () => HttpResponse.json(isKnown ? [{ id: '1', is_current: true }] : [])));

beforeEach(() => {
  saved = [];
  server.use(
    http.post(LIST, async ({ request }) => {
      saved.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

afterEach(() => {
  localStore.removeItem(TOLD);
  withoutPushBrowser();
});

describe('[spec 4.6] a browser with push messages', () => {
  it('forgets them and takes its notices away when nobody is logged in', async () => {
    localStore.setItem(TOLD, RUTH);
    const browser = withPushBrowser({ isSubscribed: true });
    await settlePush('key', null);
    expect([...browser.asked].sort()).toEqual(['close notice', 'unsubscribe']);
    expect(localStore.getItem(TOLD)).toBe(RUTH);
  });

  it('subscribes anew when the same member logs in again', async () => {
    localStore.setItem(TOLD, RUTH);
    const browser = withPushBrowser();
    await settlePush('key', RUTH);
    expect(browser.asked).toEqual(['subscribe']);
    expect(saved).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
  });

  it('never subscribes for another member who logs in there', async () => {
    localStore.setItem(TOLD, RUTH);
    const browser = withPushBrowser();
    await settlePush('key', 'somebody else');
    expect(browser.asked).toEqual([]);
    expect(saved).toEqual([]);
  });

  it('ends a subscription that another member left behind', async () => {
    localStore.setItem(TOLD, RUTH);
    const browser = withPushBrowser({ isSubscribed: true });
    await settlePush('key', 'somebody else');
    expect(browser.asked).toEqual(['unsubscribe']);
  });

  it('asks nobody again who has not said yes', async () => {
    localStore.setItem(TOLD, RUTH);
    const browser = withPushBrowser({ permission: 'default' });
    await settlePush('key', RUTH);
    expect(browser.asked).toEqual([]);
  });

  it('stays as it is while the server knows it', async () => {
    localStore.setItem(TOLD, RUTH);
    known(true);
    const browser = withPushBrowser({ isSubscribed: true });
    await settlePush('key', RUTH);
    expect(browser.asked).toEqual([]);
    expect(saved).toEqual([]);
  });

  it('ends it for good where the member ended it in another browser', async () => {
    localStore.setItem(TOLD, RUTH);
    known(false);
    const browser = withPushBrowser({ isSubscribed: true });
    await settlePush('key', RUTH);
    expect(browser.asked).toEqual(['unsubscribe']);
    await settlePush('key', RUTH);
    expect(browser.isSubscribed).toBe(false);
  });

  it('is let alone where it knows none', async () => {
    await settlePush('key', null);
    await settlePush('key', RUTH);
    expect(saved).toEqual([]);
  });
});
