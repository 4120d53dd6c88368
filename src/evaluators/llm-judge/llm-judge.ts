import type { Message } from '../../conversations/message';
import { AppError } from '../../errors/app-error';
import type { ChatModel, ChatReply, ChatRequest } from '../../providers/chat-model';
import type { Annotation, EvaluationInput, Evaluator, NoVerdictReason, Usage, Verdict } from '../evaluator';
import { annotateFindings } from './finding-annotations';
import { judgeAnswerSchema, readFindings } from './judge-answer';
import { reasonOfFailure } from './judge-failure';
import { makeJudgePrompt, promptLength } from './judge-prompt';
import { judgedText } from './judged-text';

/** Characters; about 100,000 tokens of English, what the common context windows hold. */
const maxPromptLength = 400_000;

const nothingSpent: Usage = { inputTokens: 0, costCents: 0 };
const unknownSpending: Usage = { inputTokens: 0, costCents: null };

/**
 * An evaluator that asks a language model for issues and finds the quotes it answers with in the reply.
 * `timeoutMs` counts from when the request leaves, not while it waits for a permit of the provider. A reply
 * without text is complete without a call. Nothing is repeated: the caller decides on what is thrown.
 */
export function createLlmJudge({ model, timeoutMs }: { model: ChatModel; timeoutMs: number }): Evaluator {
  return {
    async evaluate(input, { signal }) {
      const reply = input.messages.at(-1);
      if (reply === undefined || reply.parts.every((part) => judgedText(part) === null)) {
        return completed([], 0, nothingSpent);
      }
      const messages = makeJudgePrompt(input);
      if (promptLength(messages) > maxPromptLength) {
        return noVerdict('too_long', 'The conversation is too long for the judge', nothingSpent);
      }

      const replySchema = judgeAnswerSchema(input.issueConfig.labels);
      const request = { messages, tools: [], reasoningConfig: null, replySchema };
      let answer: ChatReply;
      try {
        answer = await generateInTime(model, request, timeoutMs, signal);
      } catch (error) {
        signal.throwIfAborted();
        const { reason, message } = reasonOfFailure(error);
        return noVerdict(reason, message, unknownSpending);
      }
      return readVerdict(answer, reply, input);
    },
  };
}

/** @throws AppError provider_timeout after `timeoutMs`, and what `generate` throws */
async function generateInTime(
  model: ChatModel,
  request: ChatRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ChatReply> {
  const deadline = new AbortController();
  const tooLate = new AppError('provider_timeout', `The judge did not answer within ${timeoutMs} ms`);
  let timer: NodeJS.Timeout | undefined;
  const onStarted = async () => {
    timer = setTimeout(() => deadline.abort(tooLate), timeoutMs);
  };
  try {
    return await model.generate(request, { signal: AbortSignal.any([signal, deadline.signal]), onStarted });
  } catch (error) {
    throw deadline.signal.aborted ? tooLate : error;
  } finally {
    clearTimeout(timer);
  }
}

function readVerdict(answer: ChatReply, reply: Message, { issueConfig }: EvaluationInput): Verdict {
  const usage = usageOf(answer);
  const { parts } = answer.message;
  if (answer.finishReason === 'length') {
    return noVerdict('too_long', 'The answer of the judge was cut off', usage);
  }
  if (answer.finishReason === 'content_filter' || parts.some(({ type }) => type === 'refusal')) {
    return noVerdict('refused', 'The judge refused to answer', usage);
  }
  const text = parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const findings = readFindings(text);
  if (findings === null) {
    return noVerdict(
      'unreadable_judge_output',
      'The answer of the judge does not have the agreed form',
      usage,
    );
  }
  const { annotations, unanchored } = annotateFindings(findings, reply, issueConfig.labels);
  return completed(annotations, unanchored, usage);
}

function completed(annotations: Annotation[], unanchored: number, usage: Usage): Verdict {
  return { status: 'completed', annotations, score: null, unanchored, usage };
}

function noVerdict(reason: NoVerdictReason, message: string, usage: Usage): Verdict {
  return { status: 'no_verdict', reason, message, usage };
}

function usageOf({ inputTokens, costUsd }: ChatReply): Usage {
  return { inputTokens, costCents: costUsd === null ? null : costUsd * 100 };
}
