import type { ClientSession } from 'mongoose';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import { calledModels } from './called-models';

export interface CostCheckDependencies {
  /**
   * @throws AppError limit_reached if the workspace has too many open experiments, or has reached its spend
   * limit and the experiment can cost something
   */
  admitExperiment(workspaceId: string, request: { canCost: boolean }): Promise<void>;
  /**
   * In the transaction that opens an experiment, before it writes.
   * @throws AppError limit_reached; not_found if the workspace was deleted
   */
  admitOpening(workspaceId: string, session: ClientSession): Promise<void>;
  /** Whether calls of the model are known to be free. */
  isFree(model: string): boolean;
  /** @throws AppError model_price_unknown at `loc` */
  checkPrice(model: string, loc: string[]): void;
}

export type CostChecks = ReturnType<typeof createCostChecks>;

/** What an experiment may cost, checked before it starts; `model` is null if no reply is generated. */
export function createCostChecks({
  admitExperiment,
  admitOpening,
  isFree,
  checkPrice,
}: CostCheckDependencies) {
  return { admit, admitOpening, checkPrices };

  /** @throws AppError limit_reached */
  function admit(workspaceId: string, model: string | null, evaluator: EvaluatorRecord): Promise<void> {
    const canCost = !calledModels(model, evaluator).every((one) => isFree(one));
    return admitExperiment(workspaceId, { canCost });
  }

  /** @throws AppError model_price_unknown at `loc` if a cost is limited that cannot be known */
  function checkPrices(
    maxCostCents: number | null,
    model: string | null,
    evaluator: EvaluatorRecord,
    loc: string[],
  ): void {
    if (maxCostCents === null) return;
    for (const one of calledModels(model, evaluator)) checkPrice(one, loc);
  }
}
