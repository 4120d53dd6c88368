import type { WorkspaceRemoval } from '../src/access/workspaces/workspace-removal';
import { rewriteRetention } from '../src/conversations/content/rewrite-retention';
import type { DueEvaluations } from '../src/evaluation/online/due-evaluations';
import type { ReplyEvaluation } from '../src/evaluation/online/reply-evaluation';
import type { Admission } from '../src/experiments/execution/admission';
import type { ExperimentBookkeeping } from '../src/experiments/execution/experiment-bookkeeping';
import type { ItemExecutor } from '../src/experiments/execution/item-executor';
import type { ScheduledExperiments } from '../src/experiments/schedules/scheduled-experiments';
import type { RunBookkeeping } from '../src/optimization/runs/run-bookkeeping';
import type { Activities } from '../workflows/contracts';
import { createEvaluateItem } from './evaluate-item.activity';
import { createEvaluateReplies } from './evaluate-replies.activity';

export interface ActivityDependencies {
  itemExecutor: ItemExecutor;
  admission: Admission;
  experimentBookkeeping: ExperimentBookkeeping;
  runBookkeeping: RunBookkeeping;
  scheduledExperiments: ScheduledExperiments;
  dueEvaluations: DueEvaluations;
  replyEvaluation: ReplyEvaluation;
  workspaceRemoval: WorkspaceRemoval;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({
  itemExecutor,
  admission,
  experimentBookkeeping,
  runBookkeeping,
  scheduledExperiments,
  dueEvaluations,
  replyEvaluation,
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
    ...dueEvaluations,
    evaluateReplies: createEvaluateReplies({ replyEvaluation }),
    rewriteRetention,
    ...workspaceRemoval,
  };
}
