import { Navigate } from 'react-router';
import { useIdentity } from '../api/session';
import { EmptyState } from '../ui/empty-state';
import { chooseWorkspace } from './last-workspace';

/** Redirects `/` to the overview of the last used workspace. */
export function EntryRedirect() {
  const { data: identity } = useIdentity();
  const workspace = chooseWorkspace(identity?.workspaces ?? []);
  if (workspace === null) {
    return <EmptyState title="You are not a member of a workspace">Ask an admin to invite you.</EmptyState>;
  }
  return <Navigate to={`/w/${workspace.id}/overview`} replace />;
}
