import type { WorkspaceRemoval } from '../src/access/workspaces/workspace-removal';
import { rewriteRetention } from '../src/conversations/content/rewrite-retention';
import type { EvaluateDue } from '../src/evaluation/online/evaluate-due';
import type { Admission } from '../src/experiments/execution/admission';
import type { ExperimentBookkeeping } from '../src/experiments/execution/experiment-bookkeeping';
import type { ItemExecutor } from '../src/experiments/execution/item-executor';
import type { ScheduledExperiments } from '../src/experiments/schedules/scheduled-experiments';
import type { RunBookkeeping } from '../src/optimization/runs/run-bookkeeping';
import type { Activities } from '../workflows/contracts';
import { createEvaluateDueActivity } from './evaluate-due.activity';
import { createEvaluateItem } from './evaluate-item.activity';

export interface ActivityDependencies {
  itemExecutor: ItemExecutor;
  admission: Admission;
  experimentBookkeeping: ExperimentBookkeeping;
  runBookkeeping: RunBookkeeping;
  scheduledExperiments: ScheduledExperiments;
  evaluateDue: EvaluateDue;
  workspaceRemoval: WorkspaceRemoval;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({
  itemExecutor,
  admission,
  experimentBookkeeping,
  runBookkeeping,
  scheduledExperiments,
  evaluateDue,
  workspaceRemoval,
}: ActivityDependencies): Activities {
  const { beginExperiment, findItemWindow } = admission;
  const { listOpenItems, failItem, countPairs, recordDecision, finishExperiment } = experimentBookkeeping;
  return {
    evaluateItem: createEvaluateItem({ itemExecutor, admission }),
    beginExperiment,
    findItemWindow,
    listOpenItems,
    failItem,
    countPairs,
    recordDecision,
    finishExperiment,
    ...runBookkeeping,
    ...scheduledExperiments,
    evaluateDue: createEvaluateDueActivity({ evaluateDue }),
    rewriteRetention,
    ...workspaceRemoval,
  };
}
