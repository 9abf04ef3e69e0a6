import type { QueryClient } from '@tanstack/react-query';
import { writtenBoot } from '@/api/boot';
import { api, loginEnded } from '@/api/client';
import { setLive } from '@/api/live';
import { arrive, hearConvos, hearPresence, hearTyping, isWatched } from '@/features/chats/api/live';
import { pushed } from '@/lib/push';
import { Link } from './link';
import { tellLooking } from './looking';
import { watchMatches } from './matches';
import { createPolling } from './polling';
import { showPresence } from './presence';
import { Reading } from './reading';
import { AGEING, consequence, type Ageing, type Asking, type Signal } from './signals';
import type { StreamEvent } from './sse';
import { openStream } from './stream';
import { joinTabs } from './tabs';

/** A thing to read anew: what the page has as a whole, or a conversation with who wrote in it. */
type Thing = Ageing | `${Asking}:${string}`;

/** Milliseconds between two looks whether an action has ended. */
const ACTION_MS = 100;

/**
 * Keeps a member's page up to date until the returned function is called: by the live stream, and by the polling of the
 * specification while there is none (spec 9.4).
 */
export function startLive(client: QueryClient, memberId: string): () => void {
  const reading = new Reading<Thing>(
    (thing) => readAnew(client, thing),
    // A tab that nobody sees keeps its title right, and reads the rest when somebody looks.
    (thing) => thing === 'user' || document.visibilityState === 'visible',
  );
  const matches = watchMatches(client);
  const polling = createPolling(() => reading.want(AGEING));
  const hear = createEar(client, memberId, { want: (things) => reading.want(things), match: matches.note });
  const join = () => {
    // A stream that nobody answers is not there either.
    polling.start();
    return new Link(
      writtenBoot()?.live ?? '/live',
      `hearth-live-${memberId}`,
      {
        onPhase: (phase) => {
          setLive(phase === 'open');
          if (phase === 'open') polling.stop();
          else polling.start();
        },
        onEvent: hear,
        onRefused: () => reading.want(['user']),
      },
      { open: openStream, join: joinTabs, random: Math.random },
    );
  };
  const deafen = pushed.listen(() => reading.want(AGEING));
  let link: Link | undefined = join();
  const leave = () => {
    link?.stop();
    link = undefined;
    polling.stop();
    setLive(false);
  };
  const ways = new AbortController();
  const on = { signal: ways.signal };
  const look = (isNewNetwork: boolean) => {
    if (document.visibilityState !== 'visible') return;
    reading.flush();
    link?.wake(isNewNetwork);
    polling.hurry();
  };
  document.addEventListener('visibilitychange', () => look(false), on);
  window.addEventListener('online', () => look(true), on);
  // A page in the back/forward cache holds nothing, or the browser would not keep it.
  window.addEventListener('pagehide', leave, on);
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) link ??= join();
    },
    on,
  );
  // Nobody misses a word that got lost.
  const stopLooking = tellLooking(() => void api.post('/looking').catch(() => undefined));
  return () => {
    ways.abort();
    deafen();
    leave();
    stopLooking();
    reading.stop();
    matches.stop();
  };
}

interface Ways {
  want: (things: readonly Thing[]) => void;
  match: (memberId: string) => void;
}

/** What follows from an event of the stream. */
function createEar(client: QueryClient, me: string, { want, match }: Ways) {
  return ({ name, data }: StreamEvent): void => {
    if (name === 'reset') want([...AGEING, 'whole:']);
    if (name !== 'signal') return;
    const signal = JSON.parse(data) as Signal;
    const { topic, conversation_id: id = '', from_id: from = '', member_id: member = '' } = signal;
    if (topic === 'typing') hearTyping(client, id);
    if (topic === 'presence') {
      showPresence(client, member, signal.is_online === true);
      hearPresence(client, member, signal.is_online === true);
    }
    if (topic === 'match') match(member);
    if (topic === 'logout') afterActions(client, loginEnded.emit);
    if (topic === 'message') arrive(client, id, from);
    const { reads, convo } = consequence(signal, me);
    // Where somebody looks at the conversation, it brings list and totals along, without a badge that only flickers.
    const isSeen = topic === 'message' && from !== me && isWatched(client, id);
    want([...(isSeen ? [] : reads), ...(convo ? [`${convo}:${id}` as const] : [])]);
  };
}

/** Calls after what the member is doing at this moment, such as logging out, which leads elsewhere by itself. */
function afterActions(client: QueryClient, then: () => void): void {
  if (client.isMutating() === 0) then();
  else setTimeout(() => afterActions(client, then), ACTION_MS);
}

function readAnew(client: QueryClient, thing: Thing): Promise<unknown> {
  const [what, id] = thing.split(':');
  if (what === 'news' || what === 'whole') return hearConvos(client, what === 'whole', id);
  return client.invalidateQueries({ queryKey: [what] });
}
