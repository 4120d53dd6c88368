import type { Route } from '../platform/http/route';
import type { ModelRegistry } from '../providers/model-registry';
import { backfillRoutes } from './backfill/backfill.routes';
import { type BackfillDependencies, createBackfillService } from './backfill/backfill.service';
import { detectionRoutes } from './detection/detection.routes';
import { createDetectionService, type DetectionDependencies } from './detection/detection.service';
import { evaluatorRoutes } from './evaluators/evaluator.routes';
import { createEvaluatorService } from './evaluators/evaluator.service';
import { createEvaluatorFactory } from './evaluators/evaluator-factory';
import { issueConfigRoutes } from './issue-config/issue-config.routes';
import type { Evaluator } from './judgment/evaluator';
import { mongoJudgeReplyCache } from './llm-judge/mongo-judge-reply-cache';
import { sampleDataRoutes } from './sample-data/sample-data.routes';
import { createSampleDataService, type SampleDataDependencies } from './sample-data/sample-data.service';

export interface EvaluationDependencies
  extends Omit<DetectionDependencies & SampleDataDependencies & BackfillDependencies, 'createEvaluator'> {
  registry: ModelRegistry;
  /** The embedded evaluator. Default: on the event loop. */
  grounding: Evaluator | undefined;
}

/** Evaluators, what they look for, detection, and sample data. */
export function createEvaluation(dependencies: EvaluationDependencies): { routes: Route[] } {
  const { registry, grounding, ...others } = dependencies;
  const createEvaluator = createEvaluatorFactory({ registry, cache: mongoJudgeReplyCache, grounding });
  return {
    routes: [
      ...issueConfigRoutes(),
      ...evaluatorRoutes({ evaluators: createEvaluatorService({ registry, pager: others.pager }) }),
      ...backfillRoutes({ backfills: createBackfillService(others) }),
      ...detectionRoutes({ detection: createDetectionService({ ...others, createEvaluator }) }),
      ...sampleDataRoutes({ samples: createSampleDataService({ ...others, createEvaluator }) }),
    ],
  };
}
