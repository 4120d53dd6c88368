import type { Evaluator } from '../../evaluators/evaluator';
import { createEvaluatorSchema, fromJudgeConfigWire } from '../../evaluators/evaluator.schema';
import { createEvaluatorFactory } from '../../evaluators/evaluator-factory';
import type { EvaluatorKind } from '../../evaluators/evaluator-record';
import { createModelRegistry } from '../../providers/model-registry';
import { parseProviders } from '../../providers/provider-config';
import { longPatience } from './long-patience';

export interface EvaluatorChoice {
  evaluator: EvaluatorKind;
  /** `provider/name` of an llm_judge; absent for grounding. */
  model?: string;
}

/**
 * Makes the evaluator that the command line names, with the providers of the environment and the settings an
 * evaluator has by default.
 * @throws Error when model and kind do not go together, or the provider is not configured
 */
export function createChosenEvaluator(choice: EvaluatorChoice, env: NodeJS.ProcessEnv): Evaluator {
  const { evaluator: kind, model } = choice;
  if ((kind === 'llm_judge') !== (model !== undefined)) {
    throw new Error('--model goes with --evaluator llm_judge, and is needed there');
  }
  const evaluatorFor = createEvaluatorFactory({
    registry: createModelRegistry(parseProviders(env)),
    patience: longPatience,
  });
  const wanted = createEvaluatorSchema.parse({ kind, name: kind, ...(model && { config: { model } }) });
  const config = wanted.kind === 'llm_judge' ? fromJudgeConfigWire(wanted.config) : null;
  const record = {
    id: kind,
    version: 1,
    workspaceId: '',
    name: kind,
    kind,
    config,
    isDefault: true,
    createdAt: new Date(),
  };
  return evaluatorFor(record);
}
