export { applyRetention } from './apply-retention.workflow';
export { deleteWorkspace } from './delete-workspace.workflow';
export { drainEvaluations } from './drain-evaluations.workflow';
export { optimizeRun } from './optimize-run.workflow';
export { runExperiment } from './run-experiment.workflow';
export { runSchedule } from './run-schedule.workflow';
