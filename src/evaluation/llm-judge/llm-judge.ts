import { collectInSlices, runInSlices } from '../../../packages/concurrency';
import type { Annotation, EvaluationInput, NotJudgeableReason } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { groupBy } from '../../platform/group-by';
import type { ChatModel } from '../../providers/chat-model';
import type { Evaluator } from '../judgment/evaluator';
import { resolveCitations } from './citations';
import { type Segment, segmentConversation } from './evidence-segments';
import type { Issue } from './finding-places';
import { JudgeCalls, type JudgeReplyCache } from './judge-calls';
import type { JudgeConfig } from './judge-config';
import { coverageOf } from './judge-coverage';
import type { JudgeFailure } from './judge-failure';
import { judgeLabels } from './judge-labels';
import type { Judge, JudgeRequest } from './judge-request';
import { type JudgeWindow, planWindows, roomFor } from './judge-windows';
import { judgedText } from './judged-text';
import { tileReply } from './reply-pieces';
import type { RetryPolicy } from './retry-policy';
import { buildVerificationRequest } from './verification';
import { judgeWindows } from './window-judgment';

export interface LlmJudgeDependencies {
  model: ChatModel;
  config: Omit<JudgeConfig, 'model'>;
  /** Used only if the evaluation has a key. */
  cache: JudgeReplyCache | null;
  retryPolicy: RetryPolicy;
}

/**
 * Creates an evaluator that asks a language model for issues and locates the returned quotes in the reply. A
 * conversation that exceeds the context window of the model is judged in windows. A reply without text is
 * not judgeable and needs no call.
 */
export function createLlmJudge({ model, config, cache, retryPolicy }: LlmJudgeDependencies): Evaluator {
  const judge: Judge = { model, timeoutMs: config.timeoutMs, retryPolicy, acceptsSchema: true };
  return {
    async evaluate(input, options) {
      const calls = new JudgeCalls(judge, cache, options);
      const reply = input.messages.at(-1);
      if (reply === undefined || !reply.parts.some((part) => judgedText(part) !== null))
        return notJudgeable('no_text', input, calls);
      if (judgeLabels(input.issueConfig.labels).length === 0) return notJudgeable('no_label', input, calls);
      // A conversation of many megabytes must not block the event loop.
      const segments = await collectInSlices(
        segmentConversation(input.messages, model.model),
        options.signal,
      );
      const tiles = await collectInSlices(tileReply(reply, model.model), options.signal);
      const context = { model: model.model, contextTokens: config.contextTokens };
      const windows = planWindows(segments, tiles, input, context);
      if (windows === null) return noVerdict(tooLongForWindows, input, calls, []);

      const { issues, unanchored, examined, failure } = await judgeWindows(
        windows,
        reply,
        input,
        calls,
        options.signal,
      );
      if (failure !== null) return noVerdict(failure, input, calls, examined);
      if (!config.verify) return completed(annotate(issues, segments), unanchored, input, calls, examined);

      const room = roomFor(input, model.model, config.contextTokens);
      const findings = [...groupBy(issues, findingKey).values()];
      const requests: JudgeRequest<boolean>[] = [];
      for (const [issue] of findings) {
        if (issue === undefined) continue;
        requests.push(
          await runInSlices(buildVerificationRequest(issue, segments, input, room), options.signal),
        );
      }
      const verified = await calls.callAll(requests);
      if (verified.failure !== null) return noVerdict(verified.failure, input, calls, examined);
      const confirmedIssues = findings.filter((_, index) => verified.results[index] === true).flat();
      return completed(annotate(confirmedIssues, segments), unanchored, input, calls, examined);
    },
  };
}

const tooLongForWindows: JudgeFailure = {
  reason: 'too_long',
  message: 'The conversation exceeds the context window of the judge, even in windows',
};

/** Equal for the occurrences of one quote, which are verified together, at the first. */
function findingKey({ annotation, citations, isContradicted }: Issue): string {
  const { text, label, explanation, messagePartIndex } = annotation;
  return JSON.stringify([text, label, explanation, messagePartIndex, citations, isContradicted]);
}

function annotate(issues: readonly Issue[], segments: readonly Segment[]): Annotation[] {
  return issues.map(({ annotation, citations }) => ({
    ...annotation,
    ...resolveCitations(annotation.explanation, citations, segments),
  }));
}

function completed(
  annotations: Annotation[],
  unanchored: number,
  input: EvaluationInput,
  { usage }: JudgeCalls,
  examined: JudgeWindow[],
): Verdict {
  const coverage = coverageOf(input, examined);
  return { status: 'completed', annotations, score: null, unanchored, usage, coverage };
}

function notJudgeable(reason: NotJudgeableReason, input: EvaluationInput, { usage }: JudgeCalls): Verdict {
  return { status: 'not_judgeable', reason, usage, coverage: coverageOf(input, []) };
}

function noVerdict(
  { reason, message }: JudgeFailure,
  input: EvaluationInput,
  { usage }: JudgeCalls,
  examined: JudgeWindow[],
): Verdict {
  return { status: 'no_verdict', reason, message, usage, coverage: coverageOf(input, examined) };
}
