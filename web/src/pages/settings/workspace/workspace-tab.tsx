import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceSettings } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { ProgressBar } from '../../../ui/progress-bar';
import { useWorkspace } from '../../../workspace/workspace';
import { workspaceQuery } from '../../../workspace/workspace-settings';
import styles from '../shared/settings.module.css';
import { SettingsHead } from '../shared/settings-head';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog';
import { UsageSection } from './usage-section';
import { WorkspaceForm } from './workspace-form';

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
      {data === undefined && error === null && <Loading label="Loading workspace" rows={9} />}
      {data !== undefined && <RetentionProgress progress={data.retention_progress} />}
      {data !== undefined && <WorkspaceForm saved={data} isReadOnly={workspace.role !== 'admin'} />}
      <UsageSection />
      {workspace.role === 'admin' && <DeleteWorkspaceSection />}
    </>
  );
}

/** The section that deletes the workspace. */
function DeleteWorkspaceSection() {
  const { name } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="delete-workspace">
      <h2 id="delete-workspace">Delete workspace</h2>
      <p>
        Deletes the workspace with its conversations, experiments, optimization runs, settings and API keys,
        for all of its members.
      </p>
      <div className={styles.start}>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete workspace
        </Button>
      </div>
      {isOpen && <DeleteWorkspaceDialog name={name} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** The progress of applying a changed retention; renders nothing when complete. */
function RetentionProgress({ progress }: { progress: WorkspaceSettings['retention_progress'] }) {
  if (progress === null || progress.status === 'completed') return null;
  return (
    <ProgressBar
      label="Applying retention to stored documents"
      value={Math.min(progress.processed_count, progress.total_count ?? progress.processed_count)}
      total={progress.total_count ?? 0}
    />
  );
}
