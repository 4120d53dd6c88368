import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors/app-error';
import type { ChatOptions, ChatReply } from '../../providers/chat-model';
import { UnreadableReplyError } from '../../providers/provider-errors';
import { generateInTime } from './generate-with-timeout';
import { failureOfError, failureOfReply, isSchemaRefusal, type JudgeFailure } from './judge-failure';
import type { Judge, Question } from './judge-request';
import { addUsage, type JudgeUsage, nothingSpent, usageOfReply } from './judge-usage';
import type { Asked } from './retry-policy';

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
 * the provider is busy or down, as often as the judge has patience. The usage adds up all calls and `earlier`, what
 * attempts before took.
 * @throws the reason of an aborted signal
 */
export async function askJudge<Answer>(
  judge: Judge,
  question: Question<Answer>,
  options: ChatOptions,
  earlier = nothingSpent,
): Promise<Outcome<Answer>> {
  const startedAt = Date.now();
  let usage = earlier;
  let mayAskAnew = true;
  for (let calls = 1; ; calls += 1) {
    const { outcome, isMishap } = await askOnce(judge, question, options);
    usage = addUsage(usage, { ...outcome.usage, retriedCalls: usage.calls > 0 ? 1 : 0 });
    const isAskedAnew = isMishap && mayAskAnew;
    if (isAskedAnew) mayAskAnew = false;
    const waitMs = isAskedAnew ? 0 : waitAfter(outcome, judge, { calls, forMs: Date.now() - startedAt });
    if (waitMs === null) return { ...outcome, usage };
    await sleep(waitMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
  }
}

/** `isMishap` says that the same question, asked at once, may well be answered. */
interface Attempt<Answer> {
  outcome: Outcome<Answer>;
  isMishap: boolean;
}

async function askOnce<Answer>(
  judge: Judge,
  question: Question<Answer>,
  options: ChatOptions,
): Promise<Attempt<Answer>> {
  const { model, timeoutMs, takesSchema } = judge;
  const request = {
    messages: question.prompt(randomBytes(16).toString('hex')),
    tools: [],
    reasoningConfig: null,
    replySchema: takesSchema ? question.replySchema : null,
  };
  try {
    const reply = await generateInTime(model, request, timeoutMs, options);
    return readReply(reply, question);
  } catch (error) {
    options.signal.throwIfAborted();
    const isRefusedSchema = takesSchema && isSchemaRefusal(error);
    if (isRefusedSchema) judge.takesSchema = false;
    const isMishap = isRefusedSchema || error instanceof UnreadableReplyError;
    return { outcome: outcomeOfError(error), isMishap };
  }
}

function readReply<Answer>(reply: ChatReply, question: Question<Answer>): Attempt<Answer> {
  const usage = usageOfReply(reply);
  const failure = failureOfReply(reply);
  if (failure !== null) return { outcome: { failure, usage }, isMishap: false };
  const text = reply.message.parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const answer = question.read(text);
  if (answer === null) return { outcome: { failure: unreadable, usage }, isMishap: true };
  return { outcome: { answer, text, usage }, isMishap: false };
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
  return { ...nothingSpent, calls: 1, costCents: isGivenUp ? null : 0 };
}

/** Milliseconds after which to ask again, null where that does not help or takes too long. */
function waitAfter<Answer>(outcome: Outcome<Answer>, { patience }: Judge, asked: Asked): number | null {
  if (!('thrown' in outcome) || !(outcome.thrown instanceof AppError) || outcome.thrown.isFinal) return null;
  return patience(outcome.thrown, asked);
}
