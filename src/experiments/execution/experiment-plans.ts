import { LRUCache } from 'lru-cache';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { resourceNotFound } from '../../platform/errors/error-templates';
import type { ChatModel } from '../../providers/chat-model';
import { findExperimentUnscoped } from '../store/experiment.unscoped.repository';
import type { ExperimentPlan } from './item-try';

const MAX_CACHED_PLANS = 100;

export interface ExperimentPlansDependencies {
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  createEvaluator(record: EvaluatorRecord): Evaluator;
  resolveModel(name: string): ChatModel;
}

/** Finds the plan of an experiment. @throws AppError not_found if the experiment was deleted */
export type PlanOf = (experimentId: string, options?: { isFresh?: boolean }) => Promise<ExperimentPlan>;

/** Caches the plan of each experiment. Only its conversations change: an execution begins with `isFresh`. */
export function createExperimentPlans(dependencies: ExperimentPlansDependencies): PlanOf {
  const plans = new LRUCache<string, ExperimentPlan>({
    max: MAX_CACHED_PLANS,
    fetchMethod: (experimentId) => load(experimentId, dependencies),
    ignoreFetchAbort: true, // a plan that is evicted while it loads still reaches its callers
  });
  return (experimentId, { isFresh = false } = {}) =>
    plans.forceFetch(experimentId, { forceRefresh: isFresh });
}

async function load(
  experimentId: string,
  dependencies: ExperimentPlansDependencies,
): Promise<ExperimentPlan> {
  const experiment = await findExperimentUnscoped(experimentId);
  if (experiment === null) throw resourceNotFound('Experiment');
  const { isPassThrough, rejudgedExperimentId } = experiment;
  const record = await dependencies.getEvaluatorVersion(
    experiment.workspaceId,
    experiment.evaluatorId,
    experiment.evaluatorVersion,
  );
  return {
    experiment,
    model:
      isPassThrough || rejudgedExperimentId !== null ? null : dependencies.resolveModel(experiment.model),
    evaluator: dependencies.createEvaluator(record),
    judgingProvider: record.config === null ? null : dependencies.resolveModel(record.config.model).provider,
  };
}
