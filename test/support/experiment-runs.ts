import { createEndExecution } from '../../src/experiments/end-execution';
import { createExperimentRuns } from '../../src/experiments/experiment-runs';
import { recordRetryCost } from '../../src/optimization/runs/run-budget';

export const endExecution = createEndExecution({ recordRetryCost });
export const experimentRuns = createExperimentRuns({ endExecution });
