import * as workflows from '../../../workflows';
import {
  applyRetentionWorkflow,
  deleteWorkspaceWorkflow,
  drainEvaluationsWorkflow,
  optimizeRunWorkflow,
  runExperimentWorkflow,
  runScheduleWorkflow,
} from '../../../workflows/contracts';

const contracts = [
  runExperimentWorkflow,
  optimizeRunWorkflow,
  drainEvaluationsWorkflow,
  applyRetentionWorkflow,
  deleteWorkspaceWorkflow,
  runScheduleWorkflow,
];

it('names each workflow that the worker registers, and no other', () => {
  expect(contracts.map(({ type }) => type).sort()).toEqual(Object.keys(workflows).sort());
});

it('derives the id of an execution from its kind and its resource', () => {
  expect(contracts.map(({ idOf }) => idOf('a'))).toEqual([
    'experiment/a',
    'optimization-run/a',
    'evaluations/a',
    'workspace-retention/a',
    'workspace-deletion/a',
    'schedule/a',
  ]);
});
