import type { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import type { createBrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enter } from '@/api/session';
import { createQueryClient } from '@/app/query-client';
import { seed } from '@/app/seed';
import { startI18n } from '@/i18n';
import { pushed } from '@/lib/push';
import { reloadPage } from '@/lib/reload-page';
import { rereadPush, settlePush } from '@/shared/push/push';
import { aBoot, aSettings, aUser } from '@/testing/factories';
import { showToast } from '@/ui/toast/toast';
import { startInstalled } from './start';

vi.mock('@/lib/reload-page', () => ({ reloadPage: vi.fn() }));
vi.mock('@/ui/toast/toast', () => ({ showToast: vi.fn() }));
vi.mock('@/shared/push/push', () => ({ settlePush: vi.fn(() => Promise.resolve()), rereadPush: vi.fn() }));

const MEMBER = aUser();
const ENTRY = 'https://hearthside.example/assets/index-1.js';
const navigate = vi.fn();
let client: QueryClient;
let container: EventTarget;
let registration: EventTarget & Record<'active' | 'waiting' | 'installing', FakeWorker | null>;

class FakeWorker extends EventTarget {
  state = 'installing';
  heard: unknown[] = [];
  postMessage(note: unknown) {
    this.heard.push(note);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const say = (data: object) => container.dispatchEvent(new MessageEvent('message', { data }));

beforeEach(async () => {
  await startI18n('en');
  registration = Object.assign(new EventTarget(), { active: new FakeWorker(), waiting: null, installing: null });
  container = Object.assign(new EventTarget(), {
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  client = createQueryClient();
  seed(client, aBoot({ user: MEMBER, settings: aSettings({ push_key: 'key' }) }));
  const router = { navigate } as unknown as ReturnType<typeof createBrowserRouter>;
  await startInstalled(client, router, ENTRY);
});

afterEach(() => {
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('[spec 7.17] tells the page of a push message, and goes where a pressed notice leads', () => {
  const heard = vi.fn();
  const stop = pushed.listen(heard);
  say({ kind: 'pushed' });
  say({ kind: 'open', path: '/chats/7' });
  stop();
  expect(heard).toHaveBeenCalledOnce();
  expect(navigate).toHaveBeenCalledWith('/chats/7');
});

it('tells the worker the language of the page', () =>
  expect(registration.active?.heard).toEqual([{ kind: 'language', language: 'en' }]));

it('[spec 4.6] settles push messages at the start, after the logout and after the next login', async () => {
  enter(client, null);
  enter(client, MEMBER);
  await waitFor(() => expect(rereadPush).toHaveBeenCalledTimes(3));
  expect(vi.mocked(settlePush).mock.calls).toEqual([
    ['key', MEMBER.id],
    ['key', null],
    ['key', MEMBER.id],
  ]);
});

it('reloads for a new version when somebody presses, and never by itself', async () => {
  const fresh = new FakeWorker();
  registration.installing = fresh;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = fresh;
  fresh.become('installed');
  expect(fresh.heard).toEqual([{ kind: 'version', entry: '/assets/index-1.js' }]);
  expect(showToast).not.toHaveBeenCalled();
  say({ kind: 'outdated' });
  const toast = vi.mocked(showToast).mock.lastCall?.[0];
  expect(toast?.text).toBe('A new version is ready.');
  expect(fresh.heard).toHaveLength(1);
  expect(reloadPage).not.toHaveBeenCalled();

  toast?.action?.onPress();
  expect(fresh.heard[1]).toEqual({ kind: 'take-over' });
  expect(reloadPage).not.toHaveBeenCalled();
  fresh.become('activated');
  expect(reloadPage).toHaveBeenCalledOnce();
});
