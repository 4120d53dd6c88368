import { Link } from 'react-router';
import type { OptimizationRun } from '../../api/types';
import { useListAddress } from '../../app/use-list-address';
import { useWorkspace } from '../../app/workspace';
import { countOf } from '../../text/wording';
import { CopyButton } from '../../ui/copy-button';
import { PageHeader } from '../../ui/page-header';
import { Status } from '../../ui/status';
import { CancelRunButton } from '../optimization-runs/cancel-run-button';
import { sayObjective } from '../optimization-runs/run-state';

/** What the run is, and what can be done with it. */
export function RunHeader({ run }: { run: OptimizationRun }) {
  const { href } = useWorkspace();
  return (
    <PageHeader
      title={run.name}
      parent={{ name: 'Optimization runs', to: useListAddress('optimization-runs') }}
      facts={
        <>
          <Status status={run.status} />
          <span>for a {sayObjective(run.objective)}</span>
          <span>{run.model}</span>
          <span>{countOf(run.conversation_ids.length, 'conversation')}</span>
          {run.baseline_experiment_id !== null && (
            <Link to={href(`experiments/${run.baseline_experiment_id}`)}>Baseline experiment</Link>
          )}
        </>
      }
      actions={
        <>
          <CopyButton text={run.id} label="Copy id" />
          <CancelRunButton run={run} />
        </>
      }
    />
  );
}
