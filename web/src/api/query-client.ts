import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { clearSession } from './session';

const MAX_RETRIES = 2;

/** Creates the client that caches server state. Any 401 response clears the session. */
export function createQueryClient(): QueryClient {
  const clearSessionOn401 = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) clearSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: clearSessionOn401 }),
    mutationCache: new MutationCache({ onError: clearSessionOn401 }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: shouldRetry, refetchIntervalInBackground: false },
      mutations: { retry: false },
    },
  });
  return client;
}

/** Network errors and 5xx are transient; 4xx are not. */
function shouldRetry(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefused && failures < MAX_RETRIES;
}
