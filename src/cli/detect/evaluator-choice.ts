import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createEvaluatorSchema, fromJudgeConfigWire } from '../../evaluation/evaluators/evaluator.schema';
import { createEvaluatorFactory } from '../../evaluation/evaluators/evaluator-factory';
import type { EvaluatorKind } from '../../evaluation/evaluators/evaluator-record';
import type { Evaluator } from '../../evaluation/judgement/evaluator';
import type { JudgeConfig } from '../../evaluation/llm-judge/judge-config';
import { checkAgainst } from '../../platform/http/problems';
import { createModelRegistry } from '../../providers/model-registry';
import { parseProviders } from '../../providers/provider-config';
import { oneLine } from '../shared/wording';
import { batchRetryPolicy } from './batch-retry-policy';
import { describeProblems } from './describe-problems';

export interface EvaluatorChoice {
  evaluator: EvaluatorKind;
  /** `provider/name` of an llm_judge, in place of the one in its config. */
  model?: string;
  /** A file with the `config` of an evaluator as the API takes it. */
  evaluatorConfig?: string;
}

/**
 * What the evaluator that the command line names works with; null of grounding.
 * @throws Error of one line when the options do not go together, or the config cannot be read or is not valid
 */
export function readJudgeConfig({
  evaluator: kind,
  model,
  evaluatorConfig,
}: EvaluatorChoice): JudgeConfig | null {
  if (kind === 'grounding' && model !== undefined) throw new Error('--model goes with --evaluator llm_judge');
  if (kind === 'llm_judge' && model === undefined && evaluatorConfig === undefined) {
    throw new Error('--evaluator llm_judge needs --model or --evaluator-config');
  }
  const written = evaluatorConfig === undefined ? undefined : readConfigFile(evaluatorConfig);
  const config = model === undefined ? written : withModel(written, model);
  const checked = checkAgainst(createEvaluatorSchema, { kind, name: kind, config }, 'body');
  if (!checked.isRight) {
    const problems = describeProblems(checked.problems, 2, 'config');
    throw new Error(`The config of ${kind} is not valid: ${problems}`);
  }
  return checked.value.kind === 'llm_judge' ? fromJudgeConfigWire(checked.value.config) : null;
}

/** Makes an evaluator with the providers of the environment. @throws Error when its provider is not configured */
export function createChosenEvaluator(
  kind: EvaluatorKind,
  config: JudgeConfig | null,
  env: NodeJS.ProcessEnv,
): Evaluator {
  const evaluatorFor = createEvaluatorFactory({
    registry: createModelRegistry(parseProviders(env)),
    retryPolicy: batchRetryPolicy,
  });
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

function readConfigFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = oneLine((error as Error).message);
    throw new Error(`--evaluator-config cannot be read: ${why}`, { cause: error });
  }
}

/** What is no object stays as it is, for the schema to refuse. */
function withModel(config: unknown, model: string): unknown {
  const fields = z.looseObject({}).safeParse(config ?? {});
  return fields.success ? { ...fields.data, model } : config;
}
