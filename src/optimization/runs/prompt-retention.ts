import { listRetentionsUnscoped } from '../../access/workspaces/workspace.unscoped.repository';
import { eraseSystemPrompts } from '../../experiments/store/experiment.repository';
import { currentTimeMs } from '../../platform/clock';
import type { ReconcilerPass } from '../../platform/reconciliation/pass';
import { erasePromptsOfRun, listRunsWithPrompts } from './run.repository';

const DAY_MS = 86_400_000;
const MAX_RUNS_PER_PASS = 100;

/**
 * Erases the prompts of ended optimization runs that are older than the retention period of their workspace:
 * the prompts of the run, of its candidates with their notes, and of their experiments. Numbers and decisions
 * are preserved. Open runs still need their prompts. A changed retention period takes effect with the next
 * pass.
 */
export function createPromptErasure(): ReconcilerPass {
  return async (signal) => {
    let remaining = MAX_RUNS_PER_PASS;
    for (const { workspaceId, retentionDays } of await listRetentionsUnscoped()) {
      const createdBefore = new Date(currentTimeMs() - retentionDays * DAY_MS);
      for (const { id, state } of await listRunsWithPrompts(workspaceId, createdBefore, remaining)) {
        if (signal.aborted) return { isComplete: false };
        const { baseline, candidates, holdout } = state;
        const experiments = [baseline, ...candidates, ...(holdout === undefined ? [] : [holdout])];
        const experimentIds = experiments.map(({ experimentId }) => experimentId);
        await eraseSystemPrompts(experimentIds.filter((experimentId) => experimentId !== null));
        await erasePromptsOfRun(id);
        remaining -= 1;
      }
      if (remaining <= 0) return { isComplete: false };
    }
    return { isComplete: true };
  };
}
