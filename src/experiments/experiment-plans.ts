import type { EvaluatorRecord } from '../evaluation/evaluators/evaluator.service';
import type { Evaluator } from '../evaluation/judgement/evaluator';
import { AppError } from '../platform/errors/app-error';
import type { ChatModel } from '../providers/chat-model';
import { findExperiment } from './experiment.repository';
import type { RunPlan } from './item-try';

const KEPT_PLANS = 100;

export interface RunPlansDependencies {
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  makeEvaluator(record: EvaluatorRecord): Evaluator;
  resolveModel(name: string): ChatModel;
}

/**
 * Loads what the items of an experiment share, once per experiment: nothing of it changes while it exists.
 * @returns a function that throws AppError not_found when the experiment was deleted
 */
export function createRunPlans(
  dependencies: RunPlansDependencies,
): (experimentId: string) => Promise<RunPlan> {
  const plans = new Map<string, Promise<RunPlan>>();

  return function planOf(experimentId) {
    const known = plans.get(experimentId);
    if (known !== undefined) return known;
    const plan = load(experimentId, dependencies);
    plans.set(experimentId, plan);
    plan.catch(() => plans.delete(experimentId));
    const oldest = plans.keys().next();
    if (plans.size > KEPT_PLANS && !oldest.done) plans.delete(oldest.value);
    return plan;
  };
}

async function load(experimentId: string, dependencies: RunPlansDependencies): Promise<RunPlan> {
  const experiment = await findExperiment(experimentId);
  if (experiment === null) throw new AppError('not_found', 'The experiment was deleted');
  const record = await dependencies.getEvaluatorVersion(
    experiment.workspaceId,
    experiment.evaluatorId,
    experiment.evaluatorVersion,
  );
  return {
    experiment,
    model: experiment.isPassThrough ? null : dependencies.resolveModel(experiment.model),
    evaluator: dependencies.makeEvaluator(record),
    judgingProvider: record.config === null ? null : dependencies.resolveModel(record.config.model).provider,
  };
}
