import { createExperimentRuns } from '../../src/experiments/experiment-runs';
import { recordRetryCost } from '../../src/optimization/runs/run-budget';

export const experimentRuns = createExperimentRuns({ recordRetryCost });
