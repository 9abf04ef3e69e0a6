import type { Card, Schemas } from '@/api/types';
import { folded, spellingsOf } from '@/lib/folding';

/** From this many conversations on the list can be searched. */
export const SEARCH_FROM = 6;

interface Line {
  profile: Pick<Card, 'name'>;
  last_message: Pick<Schemas['LastMessageOut'], 'excerpt'>;
}

/** The conversations whose name or last message has all these words. */
export function findChats<T extends Line>(chats: readonly T[], words: string): readonly T[] {
  const wanted = folded(words).split(' ').filter(Boolean);
  return chats.filter(({ profile, last_message: last }) => {
    const text = spellingsOf(`${profile.name} ${last.excerpt}`).join(' ');
    return wanted.every((word) => text.includes(word));
  });
}
