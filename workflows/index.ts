export { runExperiment } from './run-experiment.workflow';
