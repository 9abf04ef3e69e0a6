import type { Word } from '@/kit/definition';

/** What each kind of word looks like when it is whole: nothing is asked for before it is. */
const LOOKS: Record<Word, RegExp> = {
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  address: /^\S+@\S+\.\S+$/,
  number: /^[\da-z]{4}-[\da-z]{4,}$/i,
  code: /^[^\s@]{3,}$/,
  name: /^\p{L}[^@\d]+$/u,
};

/** What a word may be; an id is nothing else. */
export function meaningsOf(word: string): readonly Word[] {
  if (LOOKS.id.test(word)) return ['id'];
  return (Object.keys(LOOKS) as Word[]).filter((one) => LOOKS[one].test(word));
}
