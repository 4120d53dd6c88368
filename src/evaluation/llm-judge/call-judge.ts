import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors/app-error';
import type { ChatOptions, ChatReply } from '../../providers/chat-model';
import { UnreadableReplyError } from '../../providers/provider-errors';
import { generateWithTimeout } from './generate-with-timeout';
import { failureOfError, failureOfReply, isSchemaRefusal, type JudgeFailure } from './judge-failure';
import type { Judge, JudgeRequest } from './judge-request';
import { addUsage, type JudgeUsage, noUsage, usageOfReply } from './judge-usage';
import type { CallsSoFar } from './retry-policy';

/** What came of a question, and what it took. A thrown error is worth another evaluation. */
export type Outcome<Answer> = { usage: JudgeUsage } & (
  | { answer: Answer; text: string }
  | { failure: JudgeFailure }
  | { thrown: unknown }
);

const unreadable: JudgeFailure = {
  reason: 'unreadable_judge_output',
  message: 'The answer of the judge does not have the agreed form',
};

/**
 * Asks a question, and once more where its answer cannot be read or the server refuses structured output; while
 * the provider is busy or down, as often as the judge has retryPolicy. The usage adds up all calls and `earlier`, what
 * attempts before took.
 * @throws the reason of an aborted signal
 */
export async function callJudge<Answer>(
  judge: Judge,
  question: JudgeRequest<Answer>,
  options: ChatOptions,
  earlier = noUsage,
): Promise<Outcome<Answer>> {
  const startedAt = Date.now();
  let usage = earlier;
  let mayAskAnew = true;
  for (let calls = 1; ; calls += 1) {
    const { outcome, isRetryable } = await callOnce(judge, question, options);
    usage = addUsage(usage, { ...outcome.usage, retriedCalls: usage.calls > 0 ? 1 : 0 });
    const isAskedAnew = isRetryable && mayAskAnew;
    if (isAskedAnew) mayAskAnew = false;
    const waitMs = isAskedAnew ? 0 : waitAfter(outcome, judge, { calls, elapsedMs: Date.now() - startedAt });
    if (waitMs === null) return { ...outcome, usage };
    await sleep(waitMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
  }
}

/** `isRetryable` says that the same question, asked at once, may well be answered. */
interface Attempt<Answer> {
  outcome: Outcome<Answer>;
  isRetryable: boolean;
}

async function callOnce<Answer>(
  judge: Judge,
  question: JudgeRequest<Answer>,
  options: ChatOptions,
): Promise<Attempt<Answer>> {
  const { model, timeoutMs, acceptsSchema } = judge;
  const request = {
    messages: question.prompt(randomBytes(16).toString('hex')),
    tools: [],
    reasoningConfig: null,
    replySchema: acceptsSchema ? question.replySchema : null,
  };
  try {
    const reply = await generateWithTimeout(model, request, timeoutMs, options);
    return readReply(reply, question);
  } catch (error) {
    options.signal.throwIfAborted();
    const isRefusedSchema = acceptsSchema && isSchemaRefusal(error);
    if (isRefusedSchema) judge.acceptsSchema = false;
    const isRetryable = isRefusedSchema || error instanceof UnreadableReplyError;
    return { outcome: outcomeOfError(error), isRetryable };
  }
}

function readReply<Answer>(reply: ChatReply, question: JudgeRequest<Answer>): Attempt<Answer> {
  const usage = usageOfReply(reply);
  const failure = failureOfReply(reply);
  if (failure !== null) return { outcome: { failure, usage }, isRetryable: false };
  const text = reply.message.parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const answer = question.read(text);
  if (answer === null) return { outcome: { failure: unreadable, usage }, isRetryable: true };
  return { outcome: { answer, text, usage }, isRetryable: false };
}

function outcomeOfError(error: unknown): Outcome<never> {
  const usage = usageOfError(error);
  const failure = failureOfError(error);
  return failure === null ? { thrown: error, usage } : { failure, usage };
}

/** A call that failed costs what its provider counted, else nothing; of one that was given up nobody knows. */
function usageOfError(error: unknown): JudgeUsage {
  if (error instanceof UnreadableReplyError && error.spent !== null) return usageOfReply(error.spent);
  const isGivenUp = error instanceof AppError && error.code === 'provider_timeout';
  return { ...noUsage, calls: 1, costCents: isGivenUp ? null : 0 };
}

/** Milliseconds after which to ask again, null where that does not help or takes too long. */
function waitAfter<Answer>(
  outcome: Outcome<Answer>,
  { retryPolicy }: Judge,
  asked: CallsSoFar,
): number | null {
  if (!('thrown' in outcome) || !(outcome.thrown instanceof AppError) || outcome.thrown.isFinal) return null;
  return retryPolicy(outcome.thrown, asked);
}
