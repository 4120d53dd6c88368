import type { WorkspaceSettings } from '../../../api/types';
import { ProgressBar } from '../../../ui/progress-bar';

/** The progress of applying a changed retention; renders nothing when complete. */
export function RetentionProgress({ progress }: { progress: WorkspaceSettings['retention_progress'] }) {
  if (progress === null || progress.status === 'completed') return null;
  return (
    <ProgressBar
      label="Applying retention to stored documents"
      value={Math.min(progress.processed_count, progress.total_count ?? progress.processed_count)}
      total={progress.total_count ?? 0}
    />
  );
}
