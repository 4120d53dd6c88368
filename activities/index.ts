import type { RetentionRewriting } from '../src/access/workspaces/retention-rewriting';
import type { WorkspaceRemoval } from '../src/access/workspaces/workspace-removal';
import type { DueEvaluations } from '../src/evaluation/online/due-evaluations';
import type { ReplyEvaluation } from '../src/evaluation/online/reply-evaluation';
import type { Admission } from '../src/experiments/admission';
import type { ExperimentRuns } from '../src/experiments/experiment-runs';
import type { ItemRunner } from '../src/experiments/item-runner';
import type { RunBookkeeping } from '../src/optimization/runs/run-bookkeeping';
import { makeEvaluateItem } from './evaluate-item.activity';
import { makeEvaluateReplies } from './evaluate-replies.activity';

export interface ActivityDependencies {
  itemRunner: ItemRunner;
  admission: Admission;
  experimentRuns: ExperimentRuns;
  runBookkeeping: RunBookkeeping;
  dueEvaluations: DueEvaluations;
  replyEvaluation: ReplyEvaluation;
  retentionRewriting: RetentionRewriting;
  workspaceRemoval: WorkspaceRemoval;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({
  itemRunner,
  admission,
  experimentRuns,
  runBookkeeping,
  dueEvaluations,
  replyEvaluation,
  retentionRewriting,
  workspaceRemoval,
}: ActivityDependencies) {
  return {
    evaluateItem: makeEvaluateItem({ itemRunner, admission }),
    beginExperiment: admission.begin,
    findItemWindow: admission.findWindow,
    listOpenItems: experimentRuns.listOpenItems,
    failItem: experimentRuns.failItem,
    finishExperiment: experimentRuns.finish,
    saveOptimizationRun: runBookkeeping.saveRun,
    storeCandidate: runBookkeeping.storeProposal,
    adoptCandidate: runBookkeeping.adoptProposal,
    storeRunExperiment: runBookkeeping.storeExperiment,
    measureRunExperiment: runBookkeeping.measure,
    findDueEvaluation: dueEvaluations.find,
    clearDueEvaluation: dueEvaluations.clear,
    evaluateReplies: makeEvaluateReplies({ replyEvaluation }),
    rewriteRetention: retentionRewriting.rewriteNext,
    beginWorkspaceDeletion: workspaceRemoval.begin,
    stopWorkspaceWork: workspaceRemoval.stopWork,
    deleteWorkspaceContent: workspaceRemoval.deleteNext,
    completeWorkspaceDeletion: workspaceRemoval.complete,
  };
}

export type Activities = ReturnType<typeof createActivities>;
