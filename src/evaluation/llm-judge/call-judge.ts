import { abortAfter, createLinkedController, pause } from '../../../packages/concurrency';
import { AppError } from '../../platform/errors/app-error';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from '../../providers/chat-model';
import { toCents } from '../../providers/prices';
import { timeoutError, UnusableReplyError } from '../../providers/provider-errors';
import type { EvaluateOptions } from '../judgment/evaluator';
import { createNonce } from './delimited-sections';
import { failureOfError, failureOfReply, isSchemaRefusal, type JudgeFailure } from './judge-failure';
import type { Judge, JudgeRequest } from './judge-request';
import { addUsage, type JudgeUsage, noUsage, usageOfReply } from './judge-usage';
import type { CallsSoFar } from './retry-policy';

/** The outcome of a request with its usage. After a `thrown` error the evaluation can be retried. */
export type Outcome<Result> = { usage: JudgeUsage } & (
  | { result: Result; text: string }
  | { failure: JudgeFailure }
  | { thrown: unknown }
);

type CallOptions = Omit<EvaluateOptions, 'evaluationKey' | 'onFailed'>;

const unreadable: JudgeFailure = {
  reason: 'unreadable_judge_output',
  message: 'The reply of the judge does not have the required format',
};

/**
 * Sends a request to a judge. It is retried once if the reply is unreadable or the server rejects structured
 * output, and according to the retry policy of the judge while the provider is busy or down. The usage is
 * that of all calls plus `earlier`, the usage of earlier evaluations.
 * @throws the abort reason of the signal
 */
export async function callJudge<Result>(
  judge: Judge,
  request: JudgeRequest<Result>,
  options: CallOptions,
  earlier = noUsage,
): Promise<Outcome<Result>> {
  const startedAt = Date.now();
  let usage = earlier;
  let canRetryNow = true;
  for (let calls = 1; ; calls += 1) {
    const { outcome, isRetryable } = await callOnce(judge, request, options);
    usage = addUsage(usage, { ...outcome.usage, retriedCalls: usage.calls > 0 ? 1 : 0 });
    const isRetriedNow = isRetryable && canRetryNow;
    if (isRetriedNow) canRetryNow = false;
    const waitMs = isRetriedNow
      ? 0
      : retryDelayMs(outcome, judge, { calls, elapsedMs: Date.now() - startedAt });
    if (waitMs === null) return { ...outcome, usage };
    await pause(waitMs, options.signal);
  }
}

/** `isRetryable`: the same request may succeed if it is sent again immediately. */
interface Call<Result> {
  outcome: Outcome<Result>;
  isRetryable: boolean;
}

async function callOnce<Result>(
  judge: Judge,
  request: JudgeRequest<Result>,
  options: CallOptions,
): Promise<Call<Result>> {
  const { model, timeoutMs, acceptsSchema } = judge;
  const chatRequest = {
    messages: request.prompt(createNonce()),
    tools: [],
    reasoningConfig: null,
    replySchema: acceptsSchema ? request.replySchema : null,
  };
  try {
    const reply = await generateWithTimeout(model, chatRequest, timeoutMs, options);
    const call = parseReply(reply, request);
    if (!('result' in call.outcome)) options.account?.discard(toCents(reply.costUsd));
    return call;
  } catch (error) {
    options.signal.throwIfAborted();
    const isRejectedSchema = acceptsSchema && isSchemaRefusal(error);
    if (isRejectedSchema) judge.acceptsSchema = false;
    const isUnreadable = error instanceof AppError && error.code === 'provider_reply_unreadable';
    const isRetryable = isRejectedSchema || isUnreadable;
    return { outcome: outcomeOfError(error, options), isRetryable };
  }
}

function parseReply<Result>(reply: ChatReply, request: JudgeRequest<Result>): Call<Result> {
  const usage = usageOfReply(reply);
  const failure = failureOfReply(reply);
  if (failure !== null) return { outcome: { failure, usage }, isRetryable: false };
  const text = reply.message.parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const result = request.parse(text);
  if (result === null) return { outcome: { failure: unreadable, usage }, isRetryable: true };
  return { outcome: { result, text, usage }, isRetryable: false };
}

function outcomeOfError(error: unknown, { retriesTimeouts }: CallOptions): Outcome<never> {
  const usage = usageOfError(error);
  if (retriesTimeouts && isTimeout(error)) return { thrown: error, usage };
  const failure = failureOfError(error);
  return failure === null ? { thrown: error, usage } : { failure, usage };
}

/**
 * The usage of a failed call as counted by the provider, else none. The cost of a call that timed out is
 * unknown.
 */
function usageOfError(error: unknown): JudgeUsage {
  if (error instanceof UnusableReplyError && error.usage !== null) return usageOfReply(error.usage);
  return { ...noUsage, calls: 1, costCents: isTimeout(error) ? null : 0 };
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'provider_timeout';
}

/** Milliseconds until the next retry; null for no retry. */
function retryDelayMs<Result>(
  outcome: Outcome<Result>,
  { retryPolicy }: Judge,
  callsSoFar: CallsSoFar,
): number | null {
  if (!('thrown' in outcome) || !(outcome.thrown instanceof AppError) || outcome.thrown.isFinal) return null;
  // It has occupied its caller for long enough.
  if (isTimeout(outcome.thrown)) return null;
  return retryPolicy(outcome.thrown, callsSoFar);
}

/**
 * Calls a model with a timeout that starts when the request is sent, not while it waits for a permit of the
 * provider.
 * @throws AppError provider_timeout, and the errors of `generate`
 */
async function generateWithTimeout(
  model: ChatModel,
  request: ChatRequest,
  timeoutMs: number,
  options: ChatOptions,
): Promise<ChatReply> {
  const call = createLinkedController(options.signal);
  const timeout = timeoutError({ provider: 'The judge' }, timeoutMs);
  const onStarted = async () => {
    await options.onStarted?.();
    abortAfter(call, timeoutMs, timeout);
  };
  try {
    return await model.generate(request, { ...options, signal: call.signal, onStarted });
  } catch (error) {
    throw call.signal.reason === timeout ? timeout : error;
  } finally {
    call.abort();
  }
}
