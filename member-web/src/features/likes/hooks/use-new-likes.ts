import { useState } from 'react';
import type { LikedCard } from '../api/likes';

/** Who was new when the page opened, or became so since: a refresh does not take the mark away under one's eyes. */
export function useNewLikes(people: readonly LikedCard[]): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const fresh = people.filter((one) => one.like_new && !known.has(one.id));
  if (fresh.length > 0) setKnown(new Set([...known, ...fresh.map((one) => one.id)]));
  return known;
}
