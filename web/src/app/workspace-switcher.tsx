import { useNavigate } from 'react-router';
import { useIdentity } from '../api/session';
import { Select } from '../ui/select';
import { useWorkspace } from '../workspace/workspace';

/** Switches to the overview of another workspace; disabled if there is only one. */
export function WorkspaceSwitcher() {
  const { id, name } = useWorkspace();
  const workspaces = useIdentity().data?.workspaces ?? [];
  const navigate = useNavigate();
  return (
    <Select
      label="Workspace"
      isLabelHidden
      value={id}
      isDisabled={workspaces.length < 2}
      options={workspaces.length === 0 ? [{ id, name }] : workspaces}
      onChange={(chosen) => navigate(`/w/${chosen}/overview`)}
    />
  );
}
