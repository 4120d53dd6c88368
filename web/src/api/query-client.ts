import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { clearSession } from './session';

const MAX_RETRIES = 2;

/** Server state of the whole dashboard. An answer 401, wherever it comes from, ends the session on this side too. */
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

/** No answer and 5xx may pass; a refusal stays one. */
function shouldRetry(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefused && failures < MAX_RETRIES;
}
