/** Likes that a visitor gave before signing up, and when by the server's clock; one's own until an account is made. */
export interface KeptLikes {
  ids: readonly string[];
  at: string;
}

/** The maximum number of likes before sign-up. */
const MAX_KEPT_LIKES = 20;

/** Reads what was kept; undefined for nothing, or for something that is no list of likes. */
export function readKept(text: string | null): KeptLikes | undefined {
  if (!text) return undefined;
  try {
    const { ids, at } = JSON.parse(text) as Partial<KeptLikes>;
    if (!Array.isArray(ids) || ids.length === 0 || typeof at !== 'string') return undefined;
    return { ids: ids.filter((id) => typeof id === 'string').slice(0, MAX_KEPT_LIKES), at };
  } catch {
    return undefined;
  }
}

/** Adds somebody, or takes them out again. */
export function withLike(kept: KeptLikes | undefined, id: string, isLiked: boolean, now: string): KeptLikes {
  const others = (kept?.ids ?? []).filter((one) => one !== id);
  return { ids: isLiked ? [...others, id] : others, at: now };
}

/** Only who signed up after the likes gave them; somebody else's account on the same device did not. */
export const belongTo = (kept: KeptLikes, signupDate: string): boolean => Date.parse(signupDate) >= Date.parse(kept.at);
