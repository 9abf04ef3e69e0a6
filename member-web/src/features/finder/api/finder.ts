import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';
import type { Schemas } from '@/api/types';
import { finderKeys } from './keys';

export type Answers = Schemas['FinderAnswersOut'];
export type Answer = Schemas['FinderAnswerIn'];
export type Question = Answer['question'];
export type FitPage = Schemas['FitPageOut'];
export type FittingPerson = Schemas['FittingPersonOut'];
export type Reason = Schemas['ReasonOut'];

export const PAGE_SIZE = 12;

/** The member's answers; what is `open` is still to be asked. */
export const answersQuery = queryOptions({
  queryKey: finderKeys.answers,
  queryFn: ({ signal }) => api.get('/match-finder', { signal }),
});

const peopleQuery = (size: number) =>
  infiniteQueryOptions({
    queryKey: finderKeys.people(size),
    queryFn: ({ pageParam, signal }) =>
      api.get('/match-finder/people', { query: { page: pageParam, page_size: size }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    throwOnError: (_, { state }) => state.data === undefined,
  });

/** Those who fit best, a page at a time. */
export const useFittingPeople = (size: number) => useInfiniteQuery(peopleQuery(size));

/** Begins to look for people without keeping the page waiting. */
export const startFinding = (client: QueryClient, size: number): void =>
  void client.prefetchInfiniteQuery(peopleQuery(size));

/** Keeps an answer, or that the question was skipped; whom somebody looks for is the profile's and the search's too. */
export function useSaveAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) => api.patch('/match-finder', { body: answer }),
    onSuccess: async (answers) => {
      client.setQueryData(finderKeys.answers, answers);
      client.removeQueries({ queryKey: finderKeys.everybody });
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['profile'] });
    },
  });
}
