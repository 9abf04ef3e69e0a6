import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { turnHearts } from '@/shared/like/like';
import { showMatch } from '@/shared/like/match';
import { deal, decide, needsMore, putBack, type Deck, type Quota, type SwipeKind } from '../model/deck';
import { deckKey } from './keys';

/** As many cards as are asked for at once. */
const LIMIT = 20;

/** Somebody in the swipe game, with what they say of themselves. */
export type DeckCard = Schemas['DeckCardOut'];
export type OpenDeck = Deck<DeckCard>;

type Swipe = { card: DeckCard; kind: SwipeKind };
type QuotaOut = Schemas['SwipeQuotaOut'];

const quotaOf = (answer: QuotaOut): Quota => ({
  likesLeft: answer.likes_left,
  likesADay: answer.likes_a_day,
  renewsAt: answer.renews_at,
});

const deckQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: deckKey,
    queryFn: async ({ signal }): Promise<OpenDeck> => {
      const dealt = await api.get('/deck', { query: { limit: LIMIT }, signal });
      // What lies in the hand now, not what lay there when the request left.
      const hand = client.getQueryData<OpenDeck>(deckKey);
      return deal(hand, { ...quotaOf(dealt), cards: dealt.cards, isLast: dealt.cards.length < LIMIT });
    },
    gcTime: 30 * 60_000,
    // The page says that no cards came, and offers to try again.
    throwOnError: false,
  });

/** Begins to deal before the page shows. */
export const startDeck = (client: QueryClient): void => void client.prefetchQuery(deckQuery(client));

/** The deck, and what a member does with it; a card goes at once and comes back when its swipe did not arrive. */
export function useDeck() {
  const client = useQueryClient();
  const { t } = useTranslation('swipe');
  const { data: deck, isFetching, isError, refetch } = useQuery(deckQuery(client));
  const change = useCallback(
    (how: (deck: OpenDeck) => OpenDeck) => client.setQueryData<OpenDeck>(deckKey, (old) => old && how(old)),
    [client],
  );
  /** The server's count, unless a later swipe is still under way. */
  const settle = (answer: QuotaOut) => {
    if (client.isMutating({ mutationKey: deckKey }) > 1) return;
    const now = change((old) => ({ ...old, ...quotaOf(answer) }));
    if (now && needsMore(now)) void refetch();
  };
  /** Hearts and lists elsewhere show what was decided here. */
  const follow = ({ id }: DeckCard, liked: boolean) => {
    turnHearts(client, id, liked);
    void client.invalidateQueries({ queryKey: ['likes'] });
  };
  const send = useMutation({
    mutationKey: deckKey,
    // One after the other, so that the last swipe here is the last one there.
    scope: { id: 'swipe' },
    mutationFn: ({ card, kind }: Swipe) =>
      api.post('/members/{member_id}/swipe', { path: { member_id: card.id }, body: { kind } }),
    meta: { failure: t('failed.swipe') },
    onSuccess: (answer, { card, kind }) => {
      settle(answer);
      if (answer.profile) showMatch(client, answer.profile);
      if (kind === 'like') follow(card, true);
    },
    onError: (error, { card, kind }) => {
      const likesBack = kind === 'like' ? 1 : 0;
      if (!isSettled(error)) change((old) => ({ ...putBack(old, card), likesLeft: old.likesLeft + likesBack }));
      void refetch();
    },
  });
  const takeBack = useMutation({
    mutationKey: deckKey,
    scope: { id: 'swipe' },
    mutationFn: ({ card }: Swipe) => api.delete('/members/{member_id}/swipe', { path: { member_id: card.id } }),
    meta: { failure: t('failed.undo') },
    onSuccess: (answer, { card, kind }) => {
      settle(answer);
      if (kind === 'like') follow(card, false);
    },
    onError: (error, { card, kind }) => {
      if (!isNothing(error)) change((old) => ({ ...decide(old, card, kind), likesLeft: old.likesLeft }));
      void refetch();
    },
  });
  return {
    deck,
    isFetching,
    isError,
    retry: () => void refetch(),
    swipe: (card: DeckCard, kind: SwipeKind) => {
      change((old) => decide(old, card, kind));
      send.mutate({ card, kind });
    },
    undo: (last: Swipe) => {
      change((old) => putBack(old, last.card));
      takeBack.mutate(last);
    },
  };
}

/** Whether there is nothing left to decide: it was decided in another window, or the person is gone. */
const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'social.already-swiped' || error.status === 404);

/** Whether there was no swipe to take back: it never arrived, and its card lies in the hand. */
const isNothing = (error: unknown): boolean => error instanceof ApiError && error.code === 'social.nothing-to-undo';
