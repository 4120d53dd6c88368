import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { retryDelayMs, shouldRetry } from './retry-policy';
import { clearSession } from './session';

/** Creates the client that caches server state. Any 401 response clears the session. */
export function createQueryClient(): QueryClient {
  const clearSessionOn401 = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) clearSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: clearSessionOn401 }),
    mutationCache: new MutationCache({ onError: clearSessionOn401 }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchIntervalInBackground: false, // of queries that are polled: see polling.ts
      },
      mutations: { retry: false },
    },
  });
  return client;
}
