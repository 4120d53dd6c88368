import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiClient, read } from '../../api/client';
import { identityKey, useSignIn } from '../../api/session';
import type { AcceptInvitation } from '../../api/types';

const client = createApiClient(null);

/** The preview of an invitation. A POST keeps the token out of URLs and access logs. */
export function previewQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => read(client.POST('/v1/invitations/preview', { body: { token }, signal })),
  });
}

/** Accepts with the signed-in account. */
export function useAccept(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.POST('/v1/invitations/accept', { body: { token } })),
    onSuccess: () => queries.refetchQueries({ queryKey: identityKey }),
  });
}

/** Accepts with a new account and signs in to it. */
export function useAcceptAsNewAccount(token: string) {
  const signIn = useSignIn();
  return useMutation({
    mutationFn: async (account: NonNullable<AcceptInvitation['account']>) => {
      const accepted = await read(client.POST('/v1/invitations/accept', { body: { token, account } }));
      await signIn.mutateAsync({ email: account.email, password: account.password });
      return accepted;
    },
    // Drop the password together with the form.
    gcTime: 0,
  });
}
