import { Link } from 'react-router';
import type { OptimizationRun } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { CopyButton } from '../../../ui/copy-button';
import { PageHeader } from '../../../ui/page-header';
import { Status } from '../../../ui/status';
import { useList } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { CancelRunButton } from '../shared/cancel-run-button';
import { formatObjective } from '../shared/run-state';

/** Title, facts and actions of a run. */
export function RunHeader({ run }: { run: OptimizationRun }) {
  const { href } = useWorkspace();
  return (
    <PageHeader
      title={run.name}
      parent={useList('Optimization runs', 'optimization-runs')}
      facts={
        <>
          <Status status={run.status} />
          <span>{formatObjective(run.objective)}</span>
          <span>{run.model}</span>
          <span>{pluralize(run.conversation_ids.length, 'conversation')}</span>
          {run.baseline_experiment_id !== null && (
            <Link to={href(`experiments/${run.baseline_experiment_id}`)}>Baseline experiment</Link>
          )}
        </>
      }
      actions={
        <>
          <CopyButton text={run.id} label="Copy ID" />
          <CancelRunButton run={run} />
        </>
      }
    />
  );
}
