import {
  type Experiment,
  type ExperimentLoad,
  type ExperimentStatus,
  openExperimentStatuses,
  type RunningLoad,
  type WindowLimit,
} from './experiment';
import { ExperimentModel, type StoredExperiment } from './experiment.model';
import { toExperiment } from './experiment.repository';

export async function findExperimentUnscoped(id: string): Promise<Experiment | null> {
  const experiment = await ExperimentModel.findById(id).lean<StoredExperiment>();
  return experiment === null ? null : toExperiment(experiment);
}

/** The distinct workspaces with an open experiment. */
export async function listWorkspacesWithOpenExperimentsUnscoped(): Promise<string[]> {
  // One query per status, so that the index yields each workspace once instead of each experiment.
  const lists = await Promise.all(
    openExperimentStatuses.map((status) => ExperimentModel.distinct('workspaceId', { status })),
  );
  return [...new Set(lists.flat())];
}

/** The loads of all running experiments, oldest first. */
export async function listRunningLoadsUnscoped(): Promise<RunningLoad[]> {
  const experiments = await ExperimentModel.find(
    { status: 'running' satisfies ExperimentStatus },
    {
      workspaceId: 1,
      'load.generatingProvider': 1,
      'load.judgingProvider': 1,
      'load.demand': 1,
      windowLimit: 1,
    },
  )
    .sort({ requestedAt: 1, _id: 1 })
    .lean<
      {
        _id: string;
        workspaceId: string;
        load?: Partial<ExperimentLoad> | null;
        windowLimit?: WindowLimit | null;
      }[]
    >();
  return experiments.flatMap(({ _id, workspaceId, load, windowLimit = null }) => {
    // Its provider is no longer configured; the covered query returns nulls for the missing load.
    if (load?.demand == null) return [];
    const { generatingProvider = null, judgingProvider = null, demand } = load;
    return [{ id: _id, workspaceId, generatingProvider, judgingProvider, demand, windowLimit }];
  });
}

/** Stores what narrows the windows of running experiments. */
export async function saveWindowLimitsUnscoped(
  limits: ReadonlyMap<string, WindowLimit | null>,
): Promise<void> {
  if (limits.size === 0) return;
  await ExperimentModel.bulkWrite(
    [...limits].map(([_id, windowLimit]) => ({
      updateOne: {
        filter: { _id, status: 'running' satisfies ExperimentStatus },
        update: { $set: { windowLimit } },
      },
    })),
    { ordered: false },
  );
}
