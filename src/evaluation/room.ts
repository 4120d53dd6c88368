import type { Pager } from '../platform/http/pager';
import type { Route } from '../platform/http/route';
import type { ModelRegistry } from '../providers/model-registry';
import { detectionRoutes } from './detection/detection.routes';
import { createDetectionService, type DetectionDependencies } from './detection/detection.service';
import { evaluatorRoutes } from './evaluators/evaluator.routes';
import { createEvaluatorService } from './evaluators/evaluator.service';
import { createEvaluatorFactory } from './evaluators/evaluator-factory';
import { issueConfigRoutes } from './issue-config/issue-config.routes';
import type { Evaluator } from './judgment/evaluator';

export interface EvaluationDependencies extends Omit<DetectionDependencies, 'createEvaluator'> {
  registry: ModelRegistry;
  /** The embedded evaluator. Default: on the event loop. */
  grounding: Evaluator | undefined;
  pager: Pager;
}

/** Evaluators, what they look for, and detection. */
export function createEvaluation(dependencies: EvaluationDependencies): { routes: Route[] } {
  const { registry, grounding, pager, ...others } = dependencies;
  const createEvaluator = createEvaluatorFactory({ registry, grounding });
  return {
    routes: [
      ...issueConfigRoutes(),
      ...evaluatorRoutes({ evaluators: createEvaluatorService({ registry, pager }) }),
      ...detectionRoutes({ detection: createDetectionService({ ...others, createEvaluator }) }),
    ],
  };
}
