import type { Pager } from '../platform/http/pager';
import type { Route } from '../platform/http/route';
import type { OptimizationWorkflows } from './runs/optimization-workflows';
import { runRoutes } from './runs/run.routes';
import { createRunService, type RunServiceDependencies } from './runs/run.service';
import { createRunUpdates } from './runs/run-updates';
import { runnerRoutes } from './runs/runner.routes';
import { createRunnerService, type RunnerServiceDependencies } from './runs/runner.service';

export type OptimizationDependencies = Omit<
  RunServiceDependencies & RunnerServiceDependencies,
  'sendUpdate'
> & {
  workflows: OptimizationWorkflows;
  pager: Pager;
};

/** Optimization runs, for users and for runners. */
export function createOptimization(dependencies: OptimizationDependencies): { routes: Route[] } {
  const sendUpdate = createRunUpdates(dependencies.workflows);
  return {
    routes: [
      // Before the routes with {run_id}, which would match `claim` too.
      ...runnerRoutes({ runners: createRunnerService({ ...dependencies, sendUpdate }) }),
      ...runRoutes({ runs: createRunService({ ...dependencies, sendUpdate }), pager: dependencies.pager }),
    ],
  };
}
