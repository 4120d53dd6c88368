import { openRunStatuses } from '../../../workflows/optimization-run/run-transitions';
import type { OptimizationRun } from './optimization-run';
import { OptimizationRunModel, type StoredRun } from './run.model';
import { toRun } from './run.repository';

export async function findRunUnscoped(id: string): Promise<OptimizationRun | null> {
  const run = await OptimizationRunModel.findById(id).lean<StoredRun>();
  return run === null ? null : toRun(run);
}

/** The distinct workspaces with an open run. */
export async function listWorkspacesWithOpenRunsUnscoped(): Promise<string[]> {
  // One query per status, so that the index yields each workspace once instead of each run.
  const lists = await Promise.all(
    openRunStatuses.map((status) => OptimizationRunModel.distinct('workspaceId', { 'state.status': status })),
  );
  return [...new Set(lists.flat())];
}
