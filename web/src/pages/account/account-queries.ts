import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiClient, read } from '../../api/client';
import { clearSession } from '../../api/session';
import type { ChangePassword } from '../../api/types';

const client = createApiClient(null);
const sessionsKey = ['sessions'] as const;

/** A page of the user's sessions, newest first. */
export function sessionsQuery(cursor: string | null) {
  return queryOptions({
    queryKey: [...sessionsKey, cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/auth/sessions', { params: { query: { limit: 20, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useChangePassword() {
  const reload = useReloadSessions();
  return useMutation({
    mutationFn: (body: ChangePassword) => read(client.POST('/v1/auth/password', { body })),
    onSuccess: reload,
    // Drop the passwords together with the form.
    gcTime: 0,
  });
}

export function useEndSession(id: string) {
  const reload = useReloadSessions();
  return useMutation({
    mutationFn: () => read(client.DELETE('/v1/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: reload,
  });
}

export function useEndOtherSessions() {
  const reload = useReloadSessions();
  return useMutation({
    mutationFn: () => read(client.DELETE('/v1/auth/sessions')),
    onSuccess: reload,
  });
}

export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => read(client.POST('/v1/auth/delete-account', { body: { password } })),
    onSuccess: () => clearSession(queries),
    gcTime: 0,
  });
}

function useReloadSessions() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: sessionsKey });
}
