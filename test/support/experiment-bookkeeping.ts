import { createEndExecution } from '../../src/experiments/execution/end-execution';
import { createExperimentBookkeeping } from '../../src/experiments/execution/experiment-bookkeeping';
import { recordRetryCost } from '../../src/optimization/runs/run-budget';

export const endExecution = createEndExecution({ recordRetryCost });
export const experimentBookkeeping = createExperimentBookkeeping({ endExecution });
