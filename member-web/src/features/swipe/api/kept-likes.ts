import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { ApiError } from '@/api/api-error';
import { KEPT_LIKES } from '@/lib/kept-likes';
import { localStore } from '@/lib/safe-storage';
import { readKept, withLike, type KeptLikes } from '../model/kept-likes';

export const keptLikes = (): KeptLikes | undefined => readKept(localStore.getItem(KEPT_LIKES));

export const forgetLikes = (): void => localStore.removeItem(KEPT_LIKES);

/** Keeps, or no longer keeps, what a visitor thinks of somebody until they have an account. */
export function keepLike(id: string, isLiked: boolean, now: string): void {
  localStore.setItem(KEPT_LIKES, JSON.stringify(withLike(keptLikes(), id, isLiked, now)));
}

/** Gives the kept likes for real, where whoever is gone is left out; returns how many were given. */
export async function giveKeptLikes(client: QueryClient, { ids }: KeptLikes): Promise<number> {
  const given = await Promise.all(
    ids.map(async (id) => {
      try {
        await api.post('/members/{member_id}/like', { path: { member_id: id } });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      }
    }),
  );
  await client.invalidateQueries({ queryKey: ['likes'] });
  return given.filter(Boolean).length;
}
