import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useIdentity } from '../../api/session';
import { toLocalPath } from '../../text/local-path';
import { EntryBrand, EntryPage } from '../../ui/entry-page';
import { SignInForm } from './sign-in-form';

/** The sign-in page; continues to the requested URL. */
export function SignIn() {
  const { data: identity } = useIdentity();
  const navigate = useNavigate();
  const target = toLocalPath(useSearchParams()[0].get('to'));
  if (identity) return <Navigate to={target} replace />;
  return (
    <EntryPage title="Sign in">
      <EntryBrand />
      <p>Find hallucinations in LLM conversations.</p>
      <SignInForm onSignedIn={() => navigate(target, { replace: true })} />
    </EntryPage>
  );
}
