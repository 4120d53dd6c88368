import type { ExperimentRuns } from '../src/experiments/experiment-runs';
import type { ItemRunner } from '../src/experiments/item-runner';
import type { DueEvaluations } from '../src/online-evaluation/due-evaluations';
import type { ReplyEvaluation } from '../src/online-evaluation/reply-evaluation';
import type { RunBookkeeping } from '../src/optimization-runs/run-bookkeeping';
import { makeEvaluateItem } from './evaluate-item.activity';
import { makeEvaluateReplies } from './evaluate-replies.activity';

export interface ActivityDependencies {
  itemRunner: ItemRunner;
  experimentRuns: ExperimentRuns;
  runBookkeeping: RunBookkeeping;
  dueEvaluations: DueEvaluations;
  replyEvaluation: ReplyEvaluation;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({
  itemRunner,
  experimentRuns,
  runBookkeeping,
  dueEvaluations,
  replyEvaluation,
}: ActivityDependencies) {
  return {
    evaluateItem: makeEvaluateItem({ itemRunner }),
    beginExperiment: experimentRuns.begin,
    listOpenItems: experimentRuns.listOpenItems,
    failItem: experimentRuns.failItem,
    finishExperiment: experimentRuns.finish,
    saveOptimizationRun: runBookkeeping.saveRun,
    storeCandidate: runBookkeeping.storeProposal,
    storeRunExperiment: runBookkeeping.storeExperiment,
    measureRunExperiment: runBookkeeping.measure,
    findDueEvaluation: dueEvaluations.find,
    clearDueEvaluation: dueEvaluations.clear,
    evaluateReplies: makeEvaluateReplies({ replyEvaluation }),
  };
}

export type Activities = ReturnType<typeof createActivities>;
