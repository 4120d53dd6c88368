import type { ExperimentRuns } from '../src/experiments/experiment-runs';
import type { ItemRunner } from '../src/experiments/item-runner';
import type { RunBookkeeping } from '../src/optimization-runs/run-bookkeeping';
import { makeEvaluateItem } from './evaluate-item.activity';

export interface ActivityDependencies {
  itemRunner: ItemRunner;
  experimentRuns: ExperimentRuns;
  runBookkeeping: RunBookkeeping;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({ itemRunner, experimentRuns, runBookkeeping }: ActivityDependencies) {
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
  };
}

export type Activities = ReturnType<typeof createActivities>;
