import { createEndExecution } from '../../src/experiments/end-execution';
import { createExperimentBookkeeping } from '../../src/experiments/experiment-bookkeeping';
import { recordRetryCost } from '../../src/optimization/runs/run-budget';

export const endExecution = createEndExecution({ recordRetryCost });
export const experimentBookkeeping = createExperimentBookkeeping({ endExecution });
