import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { DeleteWorkspaceSection } from './delete-workspace-section';
import { RetentionProgress } from './retention-progress';
import { UsageSection } from './usage-section';
import { WorkspaceForm } from './workspace-form';
import { workspaceQuery } from './workspace-queries';

/** The workspace tab: name, retention, online evaluation, usage, deletion. */
export function WorkspaceTab() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(workspaceQuery(workspace));
  return (
    <>
      <SettingsHead>
        {workspace.role === 'admin'
          ? 'Settings of the whole workspace.'
          : 'Settings of the whole workspace. Only admins can change them.'}
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading workspace" />}
      {data !== undefined && <RetentionProgress progress={data.retention_progress} />}
      {data !== undefined && <WorkspaceForm saved={data} isReadOnly={workspace.role !== 'admin'} />}
      <UsageSection />
      {workspace.role === 'admin' && <DeleteWorkspaceSection />}
    </>
  );
}
