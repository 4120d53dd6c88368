import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { createApiClient, read } from './client';
import type { Identity } from './types';

export const identityKey = ['identity'] as const;

const client = createApiClient(null);

const identityQuery = queryOptions({
  queryKey: identityKey,
  queryFn: async ({ signal }): Promise<Identity | null> => {
    try {
      return await read(client.GET('/v1/auth/me', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** The signed-in user and their workspaces; data is null when signed out. */
export function useIdentity() {
  return useQuery(identityQuery);
}

/** Signs in and loads the identity. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => read(client.POST('/v1/auth/login', { body })),
    onSuccess: () => queries.fetchQuery({ ...identityQuery, staleTime: 0 }),
    // Drop the password together with the form.
    gcTime: 0,
  });
}

/** Signs out. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.POST('/v1/auth/logout')),
    onSuccess: () => clearSession(queries),
  });
}

/** Removes all cached data, so that the next user of this browser does not see it. */
export function clearSession(queries: QueryClient): void {
  queries.setQueryData(identityKey, null);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== identityKey[0] });
}
