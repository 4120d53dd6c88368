import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';

/** Where a request has the cost limit, which needs the prices of all called models. */
export const costLimitLoc = ['body', 'max_cost_cents'];

/** The models that an experiment calls; `model` generates the replies, null if they are passed through. */
export function calledModels(model: string | null, { config }: Pick<EvaluatorRecord, 'config'>): string[] {
  return [model, config?.model ?? null].filter((one) => one !== null);
}
