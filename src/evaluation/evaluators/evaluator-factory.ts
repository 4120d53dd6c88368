import { LRUCache } from 'lru-cache';
import type { ModelRegistry } from '../../providers/model-registry';
import type { Evaluator } from '../judgment/evaluator';
import type { JudgeReplyCache } from '../llm-judge/judge-calls';
import { createLlmJudge } from '../llm-judge/llm-judge';
import { type RetryPolicy, retryOnce } from '../llm-judge/retry-policy';
import type { EvaluatorRecord } from './evaluator-record';
import { createGroundingEvaluator, withTraffic } from './grounding-evaluator';

const MAX_CACHED_JUDGES = 1000;

/** @throws AppError model_unknown if the provider of a judge's model is no longer configured */
export type EvaluatorFactory = (record: EvaluatorRecord) => Evaluator;

export interface EvaluatorFactoryDependencies {
  registry: ModelRegistry;
  /** Of judges; null without a database. */
  cache: JudgeReplyCache | null;
  /** The embedded evaluator; by default it runs in this thread. */
  grounding?: Evaluator | undefined;
  /** Retry policy of judges; by default a call is retried once while the provider is busy or down. */
  retryPolicy?: RetryPolicy;
}

/** Creates evaluators from their records: one grounding evaluator, one judge for each version. */
export function createEvaluatorFactory({
  registry,
  cache,
  grounding = createGroundingEvaluator(),
  retryPolicy = retryOnce,
}: EvaluatorFactoryDependencies): EvaluatorFactory {
  const judges = new LRUCache<string, Evaluator>({ max: MAX_CACHED_JUDGES });

  return ({ id, version, config, traffic }) => {
    if (config === null) return withTraffic(grounding, traffic ?? 'auto');
    const key = `${id}/${version}`;
    const judge =
      judges.get(key) ??
      createLlmJudge({
        model: registry.resolve(config.model),
        config,
        cache,
        retryPolicy,
      });
    judges.set(key, judge);
    return judge;
  };
}
