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

/** Who is signed in; data is null when nobody is. */
export function useIdentity() {
  return useQuery(identityQuery);
}

/** Signs in; the identity is known when it has succeeded. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => read(client.POST('/v1/auth/login', { body })),
    onSuccess: () => queries.fetchQuery({ ...identityQuery, staleTime: 0 }),
    // The password is not to outlive the form.
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

/** Nobody is signed in any longer: what was read is not for whoever comes next. */
export function clearSession(queries: QueryClient): void {
  queries.setQueryData(identityKey, null);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== identityKey[0] });
}
