import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import { costLimitReached } from '../../../workflows/optimization-run/candidate-changes';
import { hasEnded } from '../../../workflows/optimization-run/run-transitions';
import { currentTimeMs } from '../../platform/clock';
import type { OptimizationWorkflows } from './optimization-workflows';
import { addRetryAmounts, findRun } from './run.repository';

const CLOSING_MS = 5000;
const POLL_MS = 100;

/**
 * Whether a run may still read its experiments, which is until its workflow has closed, regardless of the
 * copy in MongoDB. Waits for a workflow that is closing, which takes about a second after the run has ended.
 * @throws AppError temporal_unavailable
 */
export async function isOpen(
  workspaceId: string,
  runId: string,
  workflows: Pick<OptimizationWorkflows, 'isRunning'>,
): Promise<boolean> {
  const run = await findRun(workspaceId, runId);
  if (run === null) return false;
  if (!hasEnded(run.state.status)) return true;
  const end = currentTimeMs() + CLOSING_MS;
  while (await workflows.isRunning(runId)) {
    if (currentTimeMs() > end) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Reserves the rest of a run's `max_cost_cents` for the retry of one of its experiments, in US cents; null:
 * there is no limit. The run must have ended, so that only retries spend. Concurrent retries conflict on the
 * document of the run, and the second one sees the reservation of the first.
 * @throws AppError cost_limit_reached
 */
export async function reserveBudget(
  workspaceId: string,
  runId: string,
  session: ClientSession,
): Promise<number | null> {
  const run = await findRun(workspaceId, runId, session);
  if (run === null || run.maxCostCents === null) return null;
  const { maxCostCents, retryCostCents, reservedCents } = run;
  const costCents = run.state.costCents + retryCostCents;
  const remainingCents = maxCostCents - costCents - reservedCents;
  if (remainingCents <= 0) {
    throw costLimitReached({
      loc: ['path', 'experiment_id'],
      ctx: { max_cost_cents: maxCostCents, cost_cents: costCents, reserved_cents: reservedCents },
    });
  }
  await addRetryAmounts(runId, { reservedCents: remainingCents }, session);
  return remainingCents;
}

/** Replaces the reservation of an ended retry by its cost. */
export async function recordRetryCost(
  runId: string,
  { reservedCents, costCents }: { reservedCents: number; costCents: number },
  session: ClientSession,
): Promise<void> {
  await addRetryAmounts(runId, { retryCostCents: costCents, reservedCents: -reservedCents }, session);
}
