import { setTimeout as sleep } from 'node:timers/promises';
import type { OptimizationRun } from '../../../../packages/client';
import { countPlaceholders, SYSTEM_PROMPT_PLACEHOLDER } from '../../../../packages/text';
import { callJudge } from '../../../evaluation/llm-judge/call-judge';
import type { Judge } from '../../../evaluation/llm-judge/judge-request';
import { retryOnce } from '../../../evaluation/llm-judge/retry-policy';
import { AppError } from '../../../platform/errors/app-error';
import type { ChatModel } from '../../../providers/chat-model';
import { listWorstSpans } from './flagged-spans';
import {
  type BetterPrompt,
  buildPromptRequest,
  type MeasuredPrompt,
  type PromptTask,
} from './prompt-request';
import { type SearchState, type Strategy, StrategyError } from './strategy';

const RESPONSE_TIMEOUT_MS = 180_000;
const MAX_QUESTIONS = 4;
const DEFAULT_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;

/**
 * Asks a model for a better system prompt, given flagged spans of the baseline and all measured prompts.
 * Proposes one prompt per round, at most `rounds`, and stops if the model repeats a prompt.
 */
export function llmStrategy({ model, rounds }: { model: ChatModel; rounds: number }): Strategy {
  const writer: Judge = {
    model,
    timeoutMs: RESPONSE_TIMEOUT_MS,
    retryPolicy: retryOnce,
    acceptsSchema: true,
  };
  return {
    name: 'llm',
    async propose(state) {
      const { run, tried } = state;
      if (tried.length >= rounds) return [];
      const task = await taskOf(state);
      const { systemPrompt: reply, note } = await requestWithRetries(writer, task, state.signal);
      const systemPrompt = task.insertsOriginal ? insertOriginal(reply) : reply;
      const triedPrompts = [run.system_prompt, ...tried.map(({ system_prompt }) => system_prompt)];
      if (triedPrompts.includes(systemPrompt)) return [];
      return [{ systemPrompt, model: null, note: note || null }];
    },
  };
}

async function taskOf({ run, tried, client, signal }: SearchState): Promise<PromptTask> {
  const { objective, constraints, baseline_experiment_id: baselineId } = run;
  const metricNames = [objective, ...constraints].map(({ metric }) => metric);
  const metricsOf = (metrics: OptimizationRun['baseline_metrics']): Record<string, unknown> =>
    Object.fromEntries(
      ['issue_labels' as const, 'evaluated_count' as const, ...metricNames].map((name) => [
        name,
        metrics?.[name] ?? null,
      ]),
    );
  return {
    insertsOriginal: run.system_prompt === null || countPlaceholders(run.system_prompt) > 0,
    goals: [
      `Objective: ${JSON.stringify(objective)}`,
      ...constraints.map((constraint) => `Constraint: ${JSON.stringify(constraint)}`),
    ],
    baseline: { systemPrompt: run.system_prompt, metrics: metricsOf(run.baseline_metrics), failure: null },
    tried: tried.map(
      ({ system_prompt, metrics, error }): MeasuredPrompt => ({
        systemPrompt: system_prompt,
        metrics: metricsOf(metrics),
        failure: error?.message ?? null,
      }),
    ),
    spans: baselineId === null ? [] : await listWorstSpans(client, baselineId, signal),
  };
}

/** Inserts the system prompt of each conversation first if the writer has left it out. */
function insertOriginal(prompt: string): string {
  return countPlaceholders(prompt) > 0 ? prompt : `${SYSTEM_PROMPT_PLACEHOLDER}\n\n${prompt}`;
}

/**
 * Retries while the provider is busy or down, respecting its Retry-After.
 * @throws StrategyError model_error without a readable reply
 */
async function requestWithRetries(
  writer: Judge,
  task: PromptTask,
  signal: AbortSignal,
): Promise<BetterPrompt> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await callJudge(writer, buildPromptRequest(task), { signal });
    if ('result' in outcome) return outcome.result;
    if ('failure' in outcome) {
      const { reason, message } = outcome.failure;
      throw new StrategyError(
        'model_error',
        `${writer.model.model} returned no prompt (${reason}): ${message}`,
      );
    }
    const { thrown } = outcome;
    if (!(thrown instanceof AppError)) throw thrown;
    const waitMs = thrown.retryAfterMs ?? DEFAULT_WAIT_MS * 2 ** attempts;
    if (thrown.isFinal || attempts === MAX_QUESTIONS || waitMs > MAX_WAIT_MS)
      throw new StrategyError('model_error', thrown.message, { cause: thrown });
    await sleep(waitMs, undefined, { signal });
  }
}
