import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { visitorQuery } from '@/shared/visitor/may-look';

/** As much of a person as a visitor may see; the name is null and the picture blurred where that is nothing. */
export type Introduction = Schemas['IntroductionOut'];

/** Whose address it is, or null for somebody who is not to be seen: the page stands without them (spec 2.6, 2.7). */
export const introductionQuery = (id: string) =>
  queryOptions({
    queryKey: ['introduction', id],
    queryFn: async ({ signal }): Promise<Introduction | null> => {
      try {
        return await api.get('/members/{member_id}/introduction', {
          path: { member_id: id },
          query: visitorQuery(),
          signal,
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    // The page can do without the person.
    throwOnError: false,
    retry: false,
  });

/** The person of an address; null where there is none to be seen. */
export const useIntroduction = (id: string): Introduction | null => useQuery(introductionQuery(id)).data ?? null;
