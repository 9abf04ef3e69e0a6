import { MutationCache, QueryClient } from '@tanstack/react-query';
import { problemText } from '@/api/problem-text';
import { showToast } from '@/ui/toast/toast';

declare module '@tanstack/react-query' {
  interface Register {
    /** A mutation whose failure shows nowhere in the page says here, in one sentence, what did not happen. */
    mutationMeta: { failure?: string };
  }
}

/**
 * The cache of what the server said; the HTTP client retries, so the cache does not. A page that has nothing to show
 * becomes the error page; one that only failed to refresh keeps what it has.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _values, _result, { meta }) => showFailure(meta?.failure, error),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, throwOnError: (_, query) => query.state.data === undefined },
      mutations: { retry: false },
    },
  });
}

/** Tells of a failure that no form shows. */
function showFailure(failure: string | undefined, error: unknown): void {
  if (failure) void showToast({ text: `${failure} ${problemText(error)}`, tone: 'danger' });
}
