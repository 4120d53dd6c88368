import { z } from 'zod';
import { createEvaluatorSchema, fromConfigWire } from '../../evaluation/evaluators/evaluator.schema';
import { createEvaluatorFactory } from '../../evaluation/evaluators/evaluator-factory';
import type { EvaluatorKind, EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import type { RetryPolicy } from '../../evaluation/llm-judge/retry-policy';
import { errorCatalog } from '../../platform/errors/app-error';
import { describeProblems } from '../../platform/errors/describe-problems';
import { parseWith } from '../../platform/http/problems';
import { createModelRegistry } from '../../providers/model-registry';
import { parseProviders } from '../../providers/provider-config';
import { readJsonFile } from '../shared/json-file';

export interface EvaluatorChoice {
  evaluator: EvaluatorKind;
  /** `provider/name` of an llm_judge, instead of the one in its config. */
  model?: string;
  /** A file with the `config` of an evaluator in the API's form. */
  evaluatorConfig?: string;
}

/** The settings of the evaluator that is chosen on the command line. */
export type ChosenConfig = Pick<EvaluatorRecord, 'config' | 'traffic'>;

/**
 * Reads them.
 * @throws Error of one line when the options are inconsistent, or the config cannot be read or is invalid
 */
export function readEvaluatorConfig({
  evaluator: kind,
  model,
  evaluatorConfig,
}: EvaluatorChoice): ChosenConfig {
  if (kind === 'grounding' && model !== undefined) throw new Error('--model requires --evaluator llm_judge');
  if (kind === 'llm_judge' && model === undefined && evaluatorConfig === undefined) {
    throw new Error('--evaluator llm_judge requires --model or --evaluator-config');
  }
  const written = evaluatorConfig === undefined ? undefined : readJsonFile(evaluatorConfig);
  const config = model === undefined ? written : withModel(written, model);
  const checked = parseWith(createEvaluatorSchema, { kind, name: kind, config }, 'body');
  if (!checked.ok) {
    const problems = describeProblems(checked.problems, 2, 'config');
    throw new Error(`Invalid config of ${kind}: ${problems}`);
  }
  const { config: judge = null, traffic = null } = fromConfigWire(checked.value.config);
  return { config: judge, traffic };
}

/**
 * Creates an evaluator with the providers of the environment.
 * @throws Error when its provider is not configured
 */
export function createChosenEvaluator(
  kind: EvaluatorKind,
  config: ChosenConfig,
  env: NodeJS.ProcessEnv,
): Evaluator {
  const evaluatorFor = createEvaluatorFactory({
    registry: createModelRegistry(parseProviders(env)),
    cache: null,
    retryPolicy: batchRetryPolicy,
  });
  const record = {
    id: kind,
    version: 1,
    workspaceId: '',
    name: kind,
    kind,
    ...config,
    isDefault: true,
    createdAt: new Date(),
  };
  return evaluatorFor(record);
}

/** A value that is not an object is returned unchanged; the schema rejects it. */
function withModel(config: unknown, model: string): unknown {
  const fields = z.looseObject({}).safeParse(config ?? {});
  return fields.success ? { ...fields.data, model } : config;
}

const MAX_CALLS = 4;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Retries an unavailable provider up to four times, and a busy one for ten minutes: no later try follows.
 */
export const batchRetryPolicy: RetryPolicy = (error, { calls, elapsedMs }) => {
  const pauseMs = error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** (calls - 1), MAX_PAUSE_MS);
  const isWait = errorCatalog[error.code].retry === 'wait';
  const mayRepeat = isWait ? elapsedMs + pauseMs <= MAX_WAIT_MS : calls < MAX_CALLS;
  return mayRepeat ? pauseMs : null;
};
