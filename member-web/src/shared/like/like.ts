import { skipToken, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import type { Card, Schemas } from '@/api/types';
import { showMatch } from './match';

type Liked = Pick<Card, 'id' | 'name' | 'liked'>;

/** What the member did to a heart since the page was opened. It lies over every copy of the person, old or new. */
const shadowKey = (id: string) => ['liked', id] as const;

/** Turns every heart of a person, for a like that was given or taken back elsewhere. */
export const turnHearts = (client: QueryClient, id: string, liked: boolean): void =>
  void client.setQueryData(shadowKey(id), liked);

type LikeAnswer = Schemas['LikeAnswerOut'];

/** Whether the member likes a person, and how to change it; every heart of that person follows at once (spec 2.37). */
export function useLike({ id, name, liked }: Liked) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const shadow = useQuery<boolean>({
    queryKey: shadowKey(id),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const change = useMutation({
    mutationFn: (wanted: boolean) => sendLike(id, wanted),
    // One after the other, so that a quick second press has the last word.
    scope: { id: `like ${id}` },
    meta: { failure: t('person.likeFailed', { name }) },
    onMutate: (wanted) => client.setQueryData(shadowKey(id), wanted),
    onError: (_, wanted) => client.setQueryData(shadowKey(id), !wanted),
    onSuccess: (answer, wanted) => {
      if (answer?.matched && answer.profile) showMatch(client, answer.profile);
      // A list in sight keeps whoever lost the heart until it shows again, so that a slip of the finger can be mended.
      return client.invalidateQueries({ queryKey: ['likes'], refetchType: wanted ? 'active' : 'none' });
    },
  });
  return { isLiked: shadow.data ?? liked, setLiked: change.mutate };
}

const sendLike = (id: string, wanted: boolean): Promise<LikeAnswer | undefined> =>
  wanted
    ? api.post('/members/{member_id}/like', { path: { member_id: id } })
    : api.delete('/members/{member_id}/like', { path: { member_id: id } });
