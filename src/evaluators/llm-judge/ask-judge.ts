import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, errorCatalog } from '../../errors/app-error';
import type { ChatOptions, ChatReply } from '../../providers/chat-model';
import { UnreadableReplyError } from '../../providers/provider-errors';
import { failureOfError, failureOfReply, isSchemaRefusal, type JudgeFailure } from './judge-failure';
import { addUsage, type JudgeUsage, nothingSpent, usageOfReply } from './judge-usage';
import type { Judge, Question } from './question';
import { generateInTime } from './timely-reply';

/** What came of a question, and what it took. A thrown error is worth another evaluation. */
export type Outcome<Answer> = { usage: JudgeUsage } & (
  | { answer: Answer; text: string }
  | { failure: JudgeFailure }
  | { thrown: unknown }
);

/** A busy provider that asks for a longer wait is left to whoever repeats the evaluation. */
const longestWaitMs = 2_000;
const defaultWaitMs = 250;

const unreadable: JudgeFailure = {
  reason: 'unreadable_judge_output',
  message: 'The answer of the judge does not have the agreed form',
};

/**
 * Asks a question, and once more where that may help: when the answer cannot be read, when the server refuses
 * structured output, and when the provider is busy or down for at most two seconds.
 * @throws the reason of an aborted signal
 */
export async function askJudge<Answer>(
  judge: Judge,
  question: Question<Answer>,
  options: ChatOptions,
): Promise<Outcome<Answer>> {
  const first = await askOnce(judge, question, options);
  if (first.waitMs === null) return first.outcome;
  await sleep(first.waitMs, undefined, { signal: options.signal }).catch(() =>
    options.signal.throwIfAborted(),
  );
  const { outcome } = await askOnce(judge, question, options);
  const usage = addUsage(first.outcome.usage, { ...outcome.usage, retriedCalls: 1 });
  return { ...outcome, usage };
}

/** `waitMs` says when to ask again, null if that does not help. */
async function askOnce<Answer>(
  judge: Judge,
  question: Question<Answer>,
  options: ChatOptions,
): Promise<{ outcome: Outcome<Answer>; waitMs: number | null }> {
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
    if (takesSchema && isSchemaRefusal(error)) {
      judge.takesSchema = false;
      return { outcome: outcomeOfError(error), waitMs: 0 };
    }
    return { outcome: outcomeOfError(error), waitMs: waitAfter(error) };
  }
}

function readReply<Answer>(
  reply: ChatReply,
  question: Question<Answer>,
): { outcome: Outcome<Answer>; waitMs: number | null } {
  const usage = usageOfReply(reply);
  const failure = failureOfReply(reply);
  if (failure !== null) return { outcome: { failure, usage }, waitMs: null };
  const text = reply.message.parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const answer = question.read(text);
  if (answer === null) return { outcome: { failure: unreadable, usage }, waitMs: 0 };
  return { outcome: { answer, text, usage }, waitMs: null };
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
function waitAfter(error: unknown): number | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'provider_reply_unreadable') return 0;
  if (error.code === 'provider_timeout' || errorCatalog[error.code].retry === 'never') return null;
  const waitMs = error.retryAfterMs ?? defaultWaitMs;
  return waitMs <= longestWaitMs ? waitMs : null;
}
