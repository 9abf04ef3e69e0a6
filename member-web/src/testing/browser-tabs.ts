import { vi } from 'vitest';

interface Waiting {
  run: () => Promise<unknown>;
  fail: (error: unknown) => void;
  done: (value: unknown) => void;
}

/** Locks and channels as the tabs of one browser share them, for tests in an environment that has none. */
export function stubTabs(): void {
  const queue: Waiting[] = [];
  let holder: Waiting | undefined;
  const next = async () => {
    const mine = queue.shift();
    holder = mine;
    if (!mine) return;
    await mine.run().then(mine.done, mine.fail);
    if (holder === mine) await next();
  };
  const locks = {
    request: (_name: string, { signal, steal }: LockOptions, run: () => Promise<unknown>) =>
      new Promise((done, fail) => {
        const mine = { run, done, fail };
        signal?.addEventListener('abort', () => {
          if (!queue.includes(mine)) return;
          queue.splice(queue.indexOf(mine), 1);
          fail(signal.reason);
        });
        if (steal) {
          holder?.fail(new DOMException('stolen', 'AbortError'));
          holder = undefined;
          queue.unshift(mine);
        } else queue.push(mine);
        if (!holder) void Promise.resolve().then(() => (holder ? undefined : next()));
      }),
  };
  const open = new Set<Channel>();
  class Channel extends EventTarget {
    readonly name: string;

    constructor(name: string) {
      super();
      this.name = name;
      open.add(this);
    }

    postMessage(data: unknown): void {
      const others = [...open].filter((one) => one !== this && one.name === this.name);
      others.forEach((one) => void Promise.resolve().then(() => open.has(one) && one.hear(data)));
    }

    hear(data: unknown): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }

    close(): void {
      open.delete(this);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** Takes locks and channels away again. */
export function removeTabs(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
}
