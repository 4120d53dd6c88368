import { useNavigate } from 'react-router';
import { useSignOut } from '../../api/session';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { useAccept } from './invitation-queries';

/** Accepts an invitation with the signed-in account. */
export function AcceptForm({ token, email }: { token: string; email: string }) {
  const acceptance = useAccept(token);
  const signOut = useSignOut();
  const navigate = useNavigate();
  const accept = () =>
    acceptance.mutate(undefined, {
      onSuccess: ({ workspace }) => navigate(`/w/${workspace.id}/overview`, { replace: true }),
    });
  return (
    <>
      <p>
        You are signed in as <strong>{email}</strong>. This account will join the workspace.
      </p>
      {acceptance.error !== null && <ErrorNotice error={acceptance.error} />}
      <Button variant="primary" isDisabled={acceptance.isPending} onPress={accept}>
        {acceptance.isPending ? 'Accepting…' : 'Accept invitation'}
      </Button>
      <Button variant="quiet" isDisabled={signOut.isPending} onPress={() => signOut.mutate()}>
        Sign out and use another account
      </Button>
      {signOut.error !== null && <ErrorNotice error={signOut.error} />}
    </>
  );
}
