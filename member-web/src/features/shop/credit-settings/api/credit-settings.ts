import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type SpendingLimit = Schemas['SpendingLimitOut'];
export type ReloadRule = Schemas['ReloadRuleOut'];
export type ReloadWish = Schemas['ReloadRuleIn'];
export type Statement = Schemas['StatementOut'];

export const limitQuery = queryOptions({
  queryKey: ['spending-limit'],
  queryFn: ({ signal }) => api.get('/spending-limit', { signal }),
});

export const reloadQuery = queryOptions({
  queryKey: ['reload-rule'],
  queryFn: ({ signal }) => api.get('/reload-rule', { signal }),
});

/** A month's money and credits; "" for this month. */
export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: ['statement', month],
    queryFn: ({ signal }) => api.get('/statements', { query: { month }, signal }),
    throwOnError: false,
  });

/** Where the browser gets a month's statement as a file. */
export const statementFile = (month: string, kind: 'pdf' | 'csv') => `/api/v1/statements/${month}.${kind}`;

/** Changes the limit; null for none. A lower one counts at once. */
export function useSetLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (minor: number | null) => api.put('/spending-limit', { body: { minor } }),
    onSuccess: (limit) => client.setQueryData(limitQuery.queryKey, limit),
  });
}

export function useSetReload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: ReloadWish) => api.put('/reload-rule', { body: wish }),
    onSuccess: (answer) => client.setQueryData(reloadQuery.queryKey, answer),
    // A bundle or a saved way may be gone.
    onError: () => client.invalidateQueries({ queryKey: ['shop'] }),
  });
}

export function useEndReload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/reload-rule'),
    onSettled: () => client.invalidateQueries({ queryKey: reloadQuery.queryKey }),
  });
}
