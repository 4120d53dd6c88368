import type { ExperimentRuns } from '../src/experiments/experiment-runs';
import type { ItemRunner } from '../src/experiments/item-runner';
import { makeEvaluateItem } from './evaluate-item.activity';

export interface ActivityDependencies {
  itemRunner: ItemRunner;
  experimentRuns: ExperimentRuns;
}

/** Every activity of the worker, by the name workflows call it. */
export function createActivities({ itemRunner, experimentRuns }: ActivityDependencies) {
  return {
    evaluateItem: makeEvaluateItem({ itemRunner }),
    beginExperiment: experimentRuns.begin,
    listOpenItems: experimentRuns.listOpenItems,
    failItem: experimentRuns.failItem,
    finishExperiment: experimentRuns.finish,
  };
}

export type Activities = ReturnType<typeof createActivities>;
