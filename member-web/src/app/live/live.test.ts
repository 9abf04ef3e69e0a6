import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryPause, step } from './machine';
import { createPolling, refreshEvery } from './polling';
import { Reading } from './reading';
import { consequence } from './signals';
import { createEventReader } from './sse';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the text of a stream', () => {
  it('becomes events, however it is cut up, without comments and fields that nobody needs', () => {
    const take = createEventReader();
    const text =
      'retry: 3000\n\n: still here\n\nevent: signal\r\nid: 5-0\r\ndata: {"topic":"like"}\r\n\r\nevent: signal\ndata:{}\n\nevent: si';
    expect(text.split('').flatMap((letter) => take(letter))).toEqual([
      { name: 'signal', id: '5-0', data: '{"topic":"like"}' },
      { name: 'signal', data: '{}' },
    ]);
  });
});

describe('where the stream stands', () => {
  it('is open once it opened, and lost when it failed', () => {
    const open = step({ phase: 'connecting', failures: 2 }, { type: 'opened' });
    expect(open).toEqual({ phase: 'open', failures: 2 });
    expect(step(open, { type: 'failed', held: 30_000 })).toEqual({ phase: 'lost', failures: 1 });
  });

  it('counts a stream that only blinked on top of the failures before', () =>
    expect(step({ phase: 'open', failures: 2 }, { type: 'failed', held: 1_000 }).failures).toBe(3));

  it('is tried again after pauses that grow, are not the same for all, and leave a full server alone for a while', () => {
    expect([1, 2, 3, 20].map((failures) => retryPause(failures, false, 0.5))).toEqual([1_500, 3_000, 6_000, 300_000]);
    expect([0, 1].map((chance) => retryPause(1, false, chance))).toEqual([750, 2_250]);
    expect(retryPause(1, true, 0.5)).toBe(60_000);
  });
});

describe('what follows from a signal', () => {
  const after = (signal: Parameters<typeof consequence>[0]) => consequence(signal, 'me');

  it.each([
    ['message', ['user', 'chats'], 'news'],
    ['conversation', ['chats'], 'whole'],
    ['like', ['user', 'likes'], undefined],
    ['likes', ['user', 'likes'], undefined],
    ['match', ['user', 'likes'], undefined],
    ['chats', ['user', 'chats', 'likes'], 'news'],
    ['credits', ['user'], undefined],
    ['user', ['user'], 'news'],
    ['typing', [], undefined],
    ['presence', [], undefined],
    ['logout', [], undefined],
    ['something of next year', [], undefined],
  ])('%s reads %o anew, and the conversation %s', (topic, reads, convo) =>
    expect(after({ topic })).toEqual({ reads, ...(convo && { convo }) }),
  );

  it('is a tick where the other side read, and other totals where the member read elsewhere', () => {
    expect(after({ topic: 'seen', by_id: 'henk' })).toEqual({ reads: [], convo: 'news' });
    expect(after({ topic: 'seen', by_id: 'me' })).toEqual({ reads: ['user', 'chats'] });
  });
});

describe('reading anew', () => {
  function aReading(mayRead: (name: string) => boolean = () => true) {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const read = (name: string) => {
      asked.push(name);
      return new Promise<void>((resolve) => answers.push(resolve));
    };
    return { asked, answers, reading: new Reading(read, mayRead) };
  }

  it('makes one request of a burst, and never two of the same thing at once', async () => {
    const { asked, answers, reading } = aReading();
    reading.want(['user', 'chats']);
    reading.want(['user']);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toEqual(['user', 'chats']);
    reading.want(['user']);
    reading.want(['user']);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toEqual(['user', 'chats']);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toEqual(['user', 'chats', 'user']);
  });

  it('keeps what may wait until it is asked to go on', async () => {
    let isVisible = false;
    const { asked, reading } = aReading((name) => isVisible || name === 'user');
    reading.want(['user', 'chats']);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toEqual(['user']);
    isVisible = true;
    reading.flush();
    expect(asked).toEqual(['user', 'chats']);
  });
});

describe('polling while there is no stream', () => {
  it('[spec 9.4] is every 60 s, or every 300 s with push', () => {
    expect(refreshEvery(false)).toBe(60_000);
    expect(refreshEvery(true)).toBe(300_000);
  });

  it('[spec 7.2, 9.4] begins after 5 s, goes on after another 60 s, and ends with the stream', async () => {
    const refresh = vi.fn();
    const polling = createPolling(refresh);
    polling.start();
    polling.start();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    polling.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('asks at once when somebody comes back, and only where it is on', async () => {
    const refresh = vi.fn();
    const polling = createPolling(refresh);
    polling.hurry();
    expect(refresh).not.toHaveBeenCalled();
    polling.start();
    polling.hurry();
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refresh).toHaveBeenCalledTimes(1);
    polling.stop();
  });

  it('[spec 9.4] is every 60 s also after a device woke up, which says so twice', async () => {
    const refresh = vi.fn();
    const polling = createPolling(refresh);
    polling.start();
    polling.hurry();
    polling.hurry();
    refresh.mockClear();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(refresh).toHaveBeenCalledTimes(3);
    polling.stop();
  });
});
