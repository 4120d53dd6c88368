import { openRunStatuses } from '../../../workflows/optimization-run/run-transitions';
import type { OptimizationRun } from './optimization-run';
import { OptimizationRunModel, type StoredRun } from './run.model';
import { toRun } from './run.repository';

export async function findRunUnscoped(id: string): Promise<OptimizationRun | null> {
  const found = await OptimizationRunModel.findById(id).lean<StoredRun>();
  return found === null ? null : toRun(found);
}

/** The distinct workspaces with an open run. */
export async function listWorkspacesWithOpenRunsUnscoped(): Promise<string[]> {
  // One query per status, so that the index yields each workspace once instead of each run.
  const lists = await Promise.all(
    openRunStatuses.map((status) => OptimizationRunModel.distinct('workspaceId', { 'state.status': status })),
  );
  return [...new Set(lists.flat())];
}
