import type { PairedOutcomes } from '../../../packages/statistics';
import type {
  EndedItem,
  ExecutionInput,
  ExperimentEnding,
  ItemFailure,
  RecordedDecision,
} from '../../../workflows/contracts';
import { currentTime } from '../../platform/clock';
import { sumItemCostsUnscoped } from '../store/call-cost.unscoped.repository';
import { type ExperimentLoad, openExperimentStatuses } from '../store/experiment';
import { changeExperiment } from '../store/experiment.repository';
import {
  findExperimentUnscoped,
  listRunningLoadsUnscoped,
  saveWindowLimitsUnscoped,
} from '../store/experiment.unscoped.repository';
import { changeOpenItem, skipItems } from '../store/item.repository';
import { listOpenItemsUnscoped } from '../store/item.unscoped.repository';
import { countPairs } from '../store/pair.repository';
import type { EndExecution } from './end-execution';

export type ExperimentBookkeeping = ReturnType<typeof createExperimentBookkeeping>;

/** The activities that update an experiment and its items. All are idempotent. */
export function createExperimentBookkeeping({ endExecution }: { endExecution: EndExecution }) {
  return {
    begin,
    /** The loads of all running experiments, oldest first. */
    listLoads: listRunningLoadsUnscoped,
    saveWindowLimits: saveWindowLimitsUnscoped,
    listOpenItems: listOpenItemsUnscoped,
    countPairs: countEarlierPairs,
    recordDecision,
    failItem,
    finishExperiment: finishExperiment.bind(null, endExecution),
  };
}

/** Marks the experiment as running; returns false if the execution has ended. */
async function begin({
  experimentId: id,
  executionNumber,
  load,
}: ExecutionInput & { load: ExperimentLoad | null }): Promise<boolean> {
  const change = { status: 'running' as const, load, windowLimit: null };
  return (await changeExperiment({ id, executionNumber }, openExperimentStatuses, change)) !== null;
}

/** The pairs of earlier executions. */
async function countEarlierPairs({ experimentId }: ExecutionInput): Promise<PairedOutcomes> {
  const experiment = await findExperimentUnscoped(experimentId);
  return experiment === null ? { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 } : countPairs(experiment);
}

/** Stores what an execution has decided, and skips its items that have not started. */
async function recordDecision({
  experimentId: id,
  executionNumber,
  decision: { decidedAtMs, ...decision },
}: ExecutionInput & { decision: RecordedDecision }): Promise<void> {
  const change = { decision, decidedAt: new Date(decidedAtMs) };
  const decided = await changeExperiment({ id, executionNumber }, openExperimentStatuses, change);
  if (decided !== null) await skipItems(decided, ['pending']);
}

async function failItem({
  itemId: id,
  executionNumber,
  failure,
}: { itemId: string; failure: ItemFailure } & Pick<ExecutionInput, 'executionNumber'>): Promise<EndedItem> {
  await changeOpenItem(
    { id, executionNumber },
    { status: 'failed', error: failure, completedAt: currentTime() },
  );
  // Summed up here, because a try that timed out could not report its cost.
  return { costCents: await sumItemCostsUnscoped(id, executionNumber) };
}

/** Ends an execution, unless it has ended. */
async function finishExperiment(
  endExecution: EndExecution,
  {
    experimentId,
    executionNumber,
    ending,
    decision,
  }: ExecutionInput & {
    ending: ExperimentEnding;
    decision?: RecordedDecision;
  },
): Promise<void> {
  const experiment = await findExperimentUnscoped(experimentId);
  if (experiment?.executionNumber !== executionNumber) return;
  await endExecution(experiment, { ending, ...(decision && { decision }) });
}
