import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../../api/api-error';
import { useIdentity } from '../../api/session';
import { humanize } from '../../text/wording';
import { Button } from '../../ui/button';
import { EntryPage } from '../../ui/entry-page';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Notice } from '../../ui/notice';
import { AcceptForm } from './accept-form';
import { previewQuery } from './invitation-queries';
import { NewAccountForm } from './new-account-form';
import { SignInForm } from './sign-in-form';

/** Accepts the invitation whose token is in the URL fragment. */
export function Invite() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  const { data: identity } = useIdentity();
  const { data: invitation, error, refetch } = useQuery({ ...previewQuery(token), enabled: token !== '' });
  return (
    <EntryPage title="Invitation">
      <h1>{invitation === undefined ? 'Invitation' : `Join ${invitation.workspace_name}`}</h1>
      {token === '' && (
        <Notice tone="danger">The link is incomplete. Copy the whole link and open it again.</Notice>
      )}
      {error !== null && <PreviewError error={error} onRetry={refetch} />}
      {token !== '' && invitation === undefined && error === null && <Loading label="Loading invitation" />}
      {invitation !== undefined && (
        <>
          <p>Your role: {humanize(invitation.role)}</p>
          {identity?.user ? (
            <AcceptForm token={token} email={identity.user.email} />
          ) : (
            <AccountChoice token={token} invited={invitation.email} />
          )}
        </>
      )}
      {error !== null && identity?.user && <Link to="/">Go to your workspaces</Link>}
    </EntryPage>
  );
}

/** A new or an existing account. Signing in does not leave this page, so the token stays available. */
function AccountChoice({ token, invited }: { token: string; invited: string }) {
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <>
      {hasAccount ? <SignInForm /> : <NewAccountForm token={token} invited={invited} />}
      <Button variant="quiet" onPress={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'Create a new account' : 'I have an account'}
      </Button>
    </>
  );
}

function PreviewError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const isFinal = error instanceof ApiError && (error.isOf('invitation_ended') || error.isOf('not_found'));
  return isFinal ? (
    <Notice tone="danger">{error.message}.</Notice>
  ) : (
    <ErrorNotice error={error} onRetry={onRetry} />
  );
}
