import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiClient, read } from '../../api/client';
import { identityKey, useSignIn } from '../../api/session';
import type { AcceptInvitation } from '../../api/types';

const client = createApiClient(null);

/** What an invitation is for. A POST, so that the token is in no address that a server sees. */
export function previewQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => read(client.POST('/v1/invitations/preview', { body: { token }, signal })),
  });
}

/** Accepts as the person who is signed in. */
export function useAccept(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.POST('/v1/invitations/accept', { body: { token } })),
    onSuccess: () => queries.refetchQueries({ queryKey: identityKey }),
  });
}

/** Creates an account that accepts, and signs in with it. */
export function useAcceptAsNewAccount(token: string) {
  const signIn = useSignIn();
  return useMutation({
    mutationFn: async (account: NonNullable<AcceptInvitation['account']>) => {
      const accepted = await read(client.POST('/v1/invitations/accept', { body: { token, account } }));
      await signIn.mutateAsync({ email: account.email, password: account.password });
      return accepted;
    },
    // The password is not to outlive the form.
    gcTime: 0,
  });
}
