import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { forgetSession } from './session';

const MOST_RETRIES = 2;

/** Server state of the whole dashboard. An answer 401, wherever it comes from, ends the session on this side too. */
export function createQueryClient(): QueryClient {
  const noticeEnd = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) forgetSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: isWorthRetrying, refetchIntervalInBackground: false },
      mutations: { retry: false },
    },
  });
  return client;
}

/** No answer and 5xx may pass; a refusal stays one. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefused && failures < MOST_RETRIES;
}
