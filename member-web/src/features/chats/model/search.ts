import type { Card, Schemas } from '@/api/types';

/** From this many conversations on the list can be searched. */
export const SEARCH_FROM = 6;

interface Line {
  profile: Pick<Card, 'name'>;
  last_message: Pick<Schemas['LastMessageOut'], 'excerpt'>;
}

/** Lower case without accents, so that "zoe" finds "Zoë". */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The conversations whose name or last message has all these words. */
export function findChats<T extends Line>(chats: readonly T[], words: string): readonly T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return chats.filter(({ profile, last_message: last }) => {
    const text = plain(`${profile.name} ${last.excerpt}`);
    return wanted.every((word) => text.includes(word));
  });
}
