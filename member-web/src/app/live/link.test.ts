import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeTabs, stubTabs } from '@/testing/browser-tabs';
import { Link } from './link';
import type { Phase } from './machine';
import type { StreamEvents } from './stream';
import { joinTabs } from './tabs';

interface Opened {
  cursor: string | undefined;
  isClosed: boolean;
  server: StreamEvents;
}

/** A tab with its link, and every stream that it opened. */
function aTab() {
  const streams: Opened[] = [];
  const phases: Phase[] = [];
  const heard: string[] = [];
  const refused = vi.fn();
  const link = new Link(
    '/live',
    'ruth',
    {
      onPhase: (phase) => phases.push(phase),
      onEvent: ({ name, id }) => heard.push(id ?? name),
      onRefused: refused,
    },
    {
      open: (_url, cursor, server) => {
        const stream = { cursor, isClosed: false, server };
        streams.push(stream);
        return () => void (stream.isClosed = true);
      },
      join: joinTabs,
      random: () => 0.5,
    },
  );
  tabs.push(link);
  const stream = () => streams.at(-1) as Opened;
  return { link, streams, phases, heard, refused, stream };
}

let tabs: Link[] = [];
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const signal = (id: string) => ({ name: 'signal', id, data: '{}' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  tabs.forEach((link) => link.stop());
  tabs = [];
  removeTabs();
  vi.useRealTimers();
});

describe('a tab alone', () => {
  beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));

  it('opens a stream and passes on what comes', () => {
    const { stream, phases, heard } = aTab();
    stream().server.onOpen();
    stream().server.onEvent(signal('1-0'));
    expect([phases, heard]).toEqual([['open'], ['1-0']]);
  });

  it('opens it anew after the last event, after pauses that grow', async () => {
    const { streams, stream, phases } = aTab();
    stream().server.onOpen();
    stream().server.onEvent(signal('1-0'));
    await pass(30_000);
    stream().server.onEnd();
    expect(phases.at(-1)).toBe('lost');
    await pass(1_500);
    expect(stream().cursor).toBe('1-0');
    stream().server.onEnd();
    await pass(2_999);
    expect(streams).toHaveLength(2);
    await pass(1);
    expect(streams).toHaveLength(3);
  });

  it('[spec 9.4] gives a silent stream up after 45 s', async () => {
    const { stream, phases } = aTab();
    const first = stream();
    first.server.onOpen();
    first.server.onLife();
    await pass(44_000);
    first.server.onLife();
    await pass(44_999);
    expect(phases).toEqual(['open']);
    await pass(1);
    expect([phases, first.isClosed]).toEqual([['open', 'lost'], true]);
  });

  it('leaves a server that refuses alone for a minute, and asks who is logged in', async () => {
    const { streams, stream, refused } = aTab();
    stream().server.onEnd(503);
    expect(refused).not.toHaveBeenCalled();
    await pass(59_999);
    expect(streams).toHaveLength(1);
    await pass(1);
    stream().server.onEnd(403);
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it('tries again soon where only a proxy answered', async () => {
    const { streams, stream } = aTab();
    stream().server.onEnd(502);
    await pass(1_500);
    expect(streams).toHaveLength(2);
  });

  it('tries at once when somebody looks again or the network is back', async () => {
    const { link, streams, stream } = aTab();
    link.wake();
    expect(streams).toHaveLength(1);
    stream().server.onEnd(503);
    link.wake();
    expect(streams).toHaveLength(2);
    stream().server.onOpen();
    stream().server.onLife();
    link.wake();
    expect(streams).toHaveLength(2);
    link.wake(true);
    expect(streams).toHaveLength(3);
    stream().server.onOpen();
    stream().server.onLife();
    await pass(30_000);
    link.wake();
    expect(streams).toHaveLength(4);
  });
});

describe('the tabs of one browser', () => {
  beforeEach(() => stubTabs());

  it('hold one stream, whose events reach all of them', async () => {
    const [one, other] = [aTab(), aTab()];
    await pass();
    expect([one.streams.length, other.streams.length]).toEqual([1, 0]);
    one.stream().server.onOpen();
    one.stream().server.onEvent(signal('1-0'));
    await pass();
    expect(one.heard).toEqual(['1-0']);
    // Whoever joined late reads everything anew first.
    expect(other.heard).toEqual(['reset', '1-0']);
    expect(other.phases.at(-1)).toBe('open');
  });

  it('tell one that opens later where the stream stands', async () => {
    const one = aTab();
    await pass();
    one.stream().server.onOpen();
    const late = aTab();
    await pass();
    expect([late.phases.at(-1), late.heard]).toEqual(['open', ['reset']]);
  });

  it('go on where it stopped when the one that holds it closes', async () => {
    const [one, other] = [aTab(), aTab()];
    await pass();
    one.stream().server.onOpen();
    one.stream().server.onEvent(signal('7-0'));
    await pass();
    one.link.stop();
    await pass();
    expect(one.stream().isClosed).toBe(true);
    expect(other.stream().cursor).toBe('7-0');
    other.stream().server.onOpen();
    expect(other.heard).toEqual(['reset', '7-0']);
  });

  it('poll while the stream is lost', async () => {
    const [one, other] = [aTab(), aTab()];
    await pass();
    one.stream().server.onOpen();
    one.stream().server.onEnd();
    await pass();
    expect(other.phases.at(-1)).toBe('lost');
  });

  it('take the lead from one that does not answer any more', async () => {
    void navigator.locks.request('ruth', {}, () => new Promise(() => undefined)).catch(() => undefined);
    const waiting = aTab();
    await pass(54_000);
    expect([waiting.streams.length, waiting.phases.at(-1)]).toEqual([0, 'connecting']);
    await pass(2_000);
    expect(waiting.streams).toHaveLength(1);
  });

  it('close their stream when another takes the lead, and follow', async () => {
    const { stream, phases, streams } = aTab();
    await pass();
    stream().server.onOpen();
    void navigator.locks.request('ruth', { steal: true }, () => new Promise(() => undefined)).catch(() => undefined);
    await pass();
    expect([stream().isClosed, phases.at(-1), streams.length]).toEqual([true, 'connecting', 1]);
  });
});
