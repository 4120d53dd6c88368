export { optimizeRun } from './optimize-run.workflow';
export { runExperiment } from './run-experiment.workflow';
