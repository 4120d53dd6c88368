import type { ExecutionInput, ItemWindow } from '../../../workflows/contracts';
import { AppError } from '../../platform/errors/app-error';
import type { ExperimentLoad, RunningLoad } from '../store/experiment';
import type { ExperimentBookkeeping } from './experiment-bookkeeping';
import type { PlanOf } from './experiment-plans';
import { type SlotCapacity, type SlotShare, shareSlots } from './slot-shares';

/** Shares are computed at most once per interval, however many items end. */
const SHARES_VALID_MS = 1000;

export interface AdmissionDependencies {
  runs: Pick<ExperimentBookkeeping, 'begin' | 'listLoads' | 'saveWindowLimits'>;
  planOf: PlanOf;
  /** The capacity of all workers together. */
  findCapacity(): Promise<SlotCapacity>;
}

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Limits the number of items in flight per experiment, before an item occupies a slot of a worker. Every
 * worker computes shares from the running experiments in MongoDB and the calls that its providers allow, so a worker
 * that is killed holds no state. A changed share takes effect as items end: items in flight are not cancelled when the
 * share shrinks.
 */
export function createAdmission(dependencies: AdmissionDependencies) {
  const { runs, planOf } = dependencies;
  let shares: Promise<Map<string, SlotShare>> = Promise.resolve(new Map());
  let computedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Marks the experiment as running; returns false if the execution has ended. */
    async beginExperiment(execution: ExecutionInput): Promise<false | ItemWindow> {
      const { experimentId } = execution;
      if (!(await runs.begin({ ...execution, load: await findLoad(planOf, experimentId) }))) return false;
      computedAt = Number.NEGATIVE_INFINITY; // shares change with a new experiment
      return findItemWindow({ experimentId });
    },

    findItemWindow,
  };

  async function findItemWindow({ experimentId }: { experimentId: string }): Promise<ItemWindow> {
    if (performance.now() - computedAt > SHARES_VALID_MS) {
      computedAt = performance.now();
      shares = computeShares(dependencies);
      shares.catch(() => {
        computedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return { window: (await shares).get(experimentId)?.window ?? null };
  }
}

async function computeShares({ runs, findCapacity }: AdmissionDependencies): Promise<Map<string, SlotShare>> {
  const [loads, capacity] = await Promise.all([runs.listLoads(), findCapacity()]);
  const experiments = loads.map(({ id, workspaceId, generatingProvider, judgingProvider, demand }) => ({
    id,
    workspaceId,
    demand,
    providers: [...new Set([generatingProvider, judgingProvider])].filter((provider) => provider !== null),
  }));
  const computed = shareSlots(experiments, capacity);
  // Only shown: no item waits for it or fails with it.
  void saveLimits(runs, loads, computed).catch(() => undefined);
  return computed;
}

/** Workers whose providers allow other numbers of calls may save other limits; the last one is shown. */
async function saveLimits(
  runs: AdmissionDependencies['runs'],
  loads: readonly RunningLoad[],
  computed: ReadonlyMap<string, SlotShare>,
): Promise<void> {
  const changed = loads.flatMap(({ id, windowLimit }): [string, SlotShare['limit']][] => {
    const limit = computed.get(id)?.limit ?? null;
    return limit === windowLimit ? [] : [[id, limit]];
  });
  await runs.saveWindowLimits(new Map(changed));
}

/** Null if the experiment was deleted or its provider is no longer configured, which its items report. */
async function findLoad(planOf: PlanOf, experimentId: string): Promise<ExperimentLoad | null> {
  const plan = await planOf(experimentId, { isFresh: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.isFinal) return null;
    throw error;
  });
  if (plan === null) return null;
  const { concurrency, conversationIds, samplesPerItem } = plan.experiment;
  return {
    generatingProvider: plan.model?.provider ?? null,
    judgingProvider: plan.judgingProvider,
    demand: Math.min(concurrency, conversationIds.length * samplesPerItem),
  };
}
