import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preparePhoto } from './photo-preparing';
import type { Outcome, Task } from './photo-worker';

const MB = 1024 * 1024;
const SMALLER = new Blob(['smaller'], { type: 'image/jpeg' });

/** What this browser can: the size of the pictures that it reads, what its worker answers, and what its canvas makes. */
const browser = {
  reads: undefined as [width: number, height: number] | undefined,
  inWorker: undefined as Outcome | 'nothing yet',
  onPage: null as Blob | null,
};
const workers: FakeWorker[] = [];

class FakeImage extends EventTarget {
  naturalWidth = browser.reads?.[0] ?? 0;
  naturalHeight = browser.reads?.[1] ?? 0;
  decode = () => Promise.resolve();
  set src(_: string) {
    queueMicrotask(() => this.dispatchEvent(new Event(browser.reads ? 'load' : 'error')));
  }
}

class FakeWorker extends EventTarget {
  task?: Task;
  terminate = vi.fn<() => void>();
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(task: Task) {
    this.task = task;
    const { inWorker: data } = browser;
    if (data !== 'nothing yet') queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

function photo(name: string, size: number): File {
  return Object.defineProperty(new File(['pixels'], name, { type: 'image/jpeg' }), 'size', { value: size });
}

const prepare = (file: File, signal = new AbortController().signal) => preparePhoto(file, signal);

beforeEach(() => {
  Object.assign(browser, { reads: [6336, 9504], inWorker: SMALLER, onPage: null });
  workers.length = 0;
  vi.stubGlobal('Image', FakeImage);
  vi.stubGlobal('Worker', FakeWorker);
  const canvas = { width: 0, height: 0, fillRect: vi.fn<() => void>(), drawImage: vi.fn<() => void>() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ ...canvas, canvas } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(browser.onPage));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a photo that was chosen', () => {
  it('is made as small as the server keeps it, and stays upright', async () => {
    const file = photo('me.HEIC', 25 * MB);
    const made = await prepare(file);
    expect(made).toMatchObject({ name: 'me.jpg', type: 'image/jpeg', size: SMALLER.size });
    expect(workers[0]?.task).toEqual({
      file,
      whole: { width: 6336, height: 9504 },
      size: { width: 1067, height: 1600 },
    });
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
  });

  it('is sent as it is where it is small', async () => {
    const file = photo('me.jpg', MB);
    expect(await prepare(file)).toBe(file);
    expect(workers).toEqual([]);
  });

  it('is made smaller on the page where the worker cannot', async () => {
    Object.assign(browser, { inWorker: undefined, onPage: SMALLER });
    expect(await prepare(photo('me.jpg', 25 * MB))).toMatchObject({ name: 'me.jpg', size: SMALLER.size });
    vi.stubGlobal('Worker', undefined);
    expect(await prepare(photo('me.jpg', 25 * MB))).toMatchObject({ name: 'me.jpg', size: SMALLER.size });
  });

  it.each([
    ['that the browser cannot read', undefined],
    ['that it cannot make smaller', [6336, 9504]],
  ])('%s is sent as it is, if the server takes it', async (_, reads) => {
    Object.assign(browser, { reads, inWorker: undefined });
    const file = photo('me.heic', 10 * MB);
    expect(await prepare(file)).toBe(file);
    expect(await prepare(photo('me.heic', 10 * MB + 1))).toBe('unreadable');
  });

  it('is sent as it is where it would only become larger', async () => {
    browser.inWorker = Object.defineProperty(new Blob(), 'size', { value: 3 * MB });
    const file = photo('me.jpg', 2 * MB);
    expect(await prepare(file)).toBe(file);
  });

  it('of more pixels than a phone can hold is refused before it is decoded', async () => {
    browser.reads = [10_000, 6_501];
    expect(await prepare(photo('me.jpg', 25 * MB))).toBe('pixels');
    expect(workers).toEqual([]);
    browser.reads = [10_000, 6_500];
    expect(await prepare(photo('me.jpg', 25 * MB))).toBeInstanceOf(File);
  });

  it('of more than 50 MB is refused before it is opened', async () => {
    vi.stubGlobal('Image', undefined);
    expect(await prepare(photo('me.jpg', 50 * MB + 1))).toBe('size');
  });

  it('is let go when the member gives up', async () => {
    browser.inWorker = 'nothing yet';
    const giveUp = new AbortController();
    const made = prepare(photo('me.jpg', 25 * MB), giveUp.signal);
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    giveUp.abort();
    await expect(made).rejects.toThrow(giveUp.signal.reason as Error);
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
  });
});
