import type { QueryClient } from '@tanstack/react-query';
import { matchPath, useLocation, type LoaderFunctionArgs } from 'react-router';
import { chatsQuery } from '@/features/chats/api/chats';
import { openQuery, type Address } from '@/features/chats/api/convos';
import { ChatsPage } from '@/features/chats/components/chats-page';
import { paths } from '@/lib/paths';
import { renderReport } from './chat-report';

/** The conversation that an address opens; null for the list alone. */
function addressOf(pathname: string): Address | null {
  const member = matchPath(paths.memberChat.pattern, pathname)?.params.id;
  if (member) return { by: 'member', id: member };
  const conversation = matchPath(paths.chat.pattern, pathname)?.params.id;
  return conversation ? { by: 'conversation', id: conversation } : null;
}

export function load(client: QueryClient, { request }: LoaderFunctionArgs) {
  const address = addressOf(new URL(request.url).pathname);
  return Promise.all([
    client.ensureInfiniteQueryData(chatsQuery),
    address && client.ensureQueryData(openQuery(client, address)),
  ]);
}

/** /chats, /chats/{id} and /members/{id}/chat: the list and one conversation (spec 2.5, 2.9). */
export function Component() {
  const address = addressOf(useLocation().pathname);
  return (
    <main id="main">
      <ChatsPage address={address} renderReport={renderReport} />
    </main>
  );
}
