import { referenceRate } from '../../bench/analytics/reference-rate';
import type {
  IssueCounts,
  JudgedMessages,
  LabelCount,
  ParameterIssueRate,
  SummaryStats,
  TimeBucket,
  ToolStat,
} from '../../src/analytics/rollup-stats';

/** The fields of an annotation that are counted. */
export interface WrittenAnnotation {
  label: string;
  partIndex: number;
  parameterName: string | null;
}

export interface WrittenEvaluation {
  id: string;
  evaluatorId: string;
  createdAt: number;
  ending: 'completed' | 'no_verdict' | 'not_judgeable';
  annotations: WrittenAnnotation[];
}

/** A message as a test wrote it: plain facts, which the reference counts by definition. */
export interface WrittenMessage {
  id: string;
  conversationId: string;
  conversationType: string;
  experimentId: string | null;
  createdAt: number;
  role: string;
  model: string | null;
  tags: Record<string, string>;
  /** The tool of each tool call; the calls are the parts from `firstCallPart` on. */
  calls: string[];
  firstCallPart: number;
  results: { tool: string; isFailed: boolean }[];
  evaluations: WrittenEvaluation[];
}

/** The latest evaluation with a verdict by each evaluator: by time, then by id. */
export function latestVerdicts({ evaluations }: WrittenMessage): WrittenEvaluation[] {
  const concluded = evaluations.filter(({ ending }) => ending !== 'no_verdict');
  return [...new Set(concluded.map(({ evaluatorId }) => evaluatorId))].map((evaluatorId) => {
    const own = concluded.filter((evaluation) => evaluation.evaluatorId === evaluatorId);
    own.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
    return own.at(-1) as WrittenEvaluation;
  });
}

/** Those of the latest that are completed. */
export function latestEvaluations(message: WrittenMessage): WrittenEvaluation[] {
  return latestVerdicts(message).filter(({ ending }) => ending === 'completed');
}

export function referenceJudged(messages: WrittenMessage[]): JudgedMessages {
  const withVerdict = messages.filter((message) => latestVerdicts(message).length > 0);
  const evaluated = withVerdict.filter((message) => latestEvaluations(message).length > 0).length;
  return { evaluatedMessageCount: evaluated, notJudgeableMessageCount: withVerdict.length - evaluated };
}

export function annotationsOf(message: WrittenMessage): WrittenAnnotation[] {
  return latestEvaluations(message).flatMap(({ annotations }) => annotations);
}

export function referenceLabels(messages: WrittenMessage[]): LabelCount[] {
  return ranked(messages.flatMap(annotationsOf).map(({ label }) => label)).map(([label, count]) => ({
    label,
    count,
    replyCount: messages.filter((message) => annotationsOf(message).some((one) => one.label === label))
      .length,
  }));
}

interface WrittenCall {
  tool: string;
  conversationId: string;
  isEvaluated: boolean;
  annotations: WrittenAnnotation[];
}

function callsOf(message: WrittenMessage): WrittenCall[] {
  return message.calls.map((tool, index) => ({
    tool,
    conversationId: message.conversationId,
    isEvaluated: latestEvaluations(message).length > 0,
    annotations: annotationsOf(message).filter(
      ({ partIndex }) => partIndex === message.firstCallPart + index,
    ),
  }));
}

export function referenceToolStats(messages: WrittenMessage[]): ToolStat[] {
  const calls = messages.flatMap(callsOf);
  const calling = new Set(calls.map(({ conversationId }) => conversationId));
  return ranked(calls.map(({ tool }) => tool)).map(([toolName, callCount]) => {
    const own = calls.filter(({ tool }) => tool === toolName);
    const labels = ranked(own.flatMap(({ annotations }) => annotations.map(({ label }) => label)));
    const callsWith = (label: string) =>
      own.filter(({ annotations }) => annotations.some((one) => one.label === label)).length;
    // The sort is stable, so labels of equally many calls stay in the order of their annotations.
    const [top] = labels.sort(([one], [other]) => callsWith(other) - callsWith(one));
    return {
      toolName,
      callCount,
      flaggedCount: own.filter(({ annotations }) => annotations.length > 0).length,
      evaluatedCallCount: own.filter(({ isEvaluated }) => isEvaluated).length,
      issueRate: rateOfCalls(own, () => true),
      conversationShare: new Set(own.map(({ conversationId }) => conversationId)).size / calling.size,
      topLabel: top?.[0] ?? null,
    };
  });
}

export function referenceSummary(messages: WrittenMessage[]): SummaryStats {
  const conversations = [...new Set(messages.map(({ conversationId }) => conversationId))];
  const callCounts = conversations
    .map(
      (id) =>
        messages.filter((message) => message.conversationId === id).flatMap(({ calls }) => calls).length,
    )
    .sort((one, other) => one - other);
  const results = messages.flatMap((message) => message.results);
  const failed = results.filter(({ isFailed }) => isFailed).length;
  return {
    conversationCount: conversations.length,
    messageCount: messages.length,
    replyCount: messages.filter(({ role }) => role === 'assistant').length,
    ...referenceJudged(messages),
    medianToolCallsPerConversation: middle(callCounts),
    toolErrorRate: results.length === 0 ? null : failed / results.length,
    toolResultCount: results.length,
    failedToolResultCount: failed,
    totalToolCalls: callCounts.reduce((sum, count) => sum + count, 0),
  };
}

export function referenceParameters(messages: WrittenMessage[], toolName: string): ParameterIssueRate[] {
  const calls = messages.flatMap(callsOf).filter(({ tool }) => tool === toolName);
  const evaluated = calls.filter(({ isEvaluated }) => isEvaluated).length;
  const named = calls.flatMap(({ annotations }) =>
    annotations.flatMap(({ parameterName }) => parameterName ?? []),
  );
  return ranked(named).map(([parameterName, issueCount]) => {
    const flagged = calls.filter(({ annotations }) =>
      annotations.some((one) => one.parameterName === parameterName),
    );
    return {
      parameterName,
      issueCount,
      flaggedCallCount: flagged.length,
      evaluatedCallCount: evaluated,
      issueRate: rateOfCalls(calls, (annotation) => annotation.parameterName === parameterName),
    };
  });
}

/** Buckets of `size` milliseconds over the window, end excluded. */
export function referenceBuckets(
  messages: WrittenMessage[],
  start: number,
  end: number,
  size: number,
): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  for (let startAt = Math.floor(start / size) * size; startAt < end; startAt += size) {
    const own = messages.filter(({ createdAt }) => createdAt >= startAt && createdAt < startAt + size);
    buckets.push({ startAt, ...referenceIssues(own) });
  }
  return buckets;
}

export function referenceIssues(messages: WrittenMessage[]): IssueCounts {
  const judged = messages
    .filter((message) => latestEvaluations(message).length > 0)
    .map((message) => ({
      conversationId: message.conversationId,
      isFlagged: annotationsOf(message).length > 0,
    }));
  return {
    ...referenceJudged(messages),
    flaggedMessageCount: judged.filter(({ isFlagged }) => isFlagged).length,
    issueRate: referenceRate(judged),
    issueCount: messages.flatMap(annotationsOf).length,
    labels: referenceLabels(messages),
  };
}

function rateOfCalls(calls: WrittenCall[], counts: (annotation: WrittenAnnotation) => boolean) {
  return referenceRate(
    calls
      .filter(({ isEvaluated }) => isEvaluated)
      .map(({ conversationId, annotations }) => ({ conversationId, isFlagged: annotations.some(counts) })),
  );
}

function middle(sorted: number[]): number | null {
  const half = sorted.length / 2;
  if (sorted.length === 0) return null;
  if (sorted.length % 2 === 1) return sorted[Math.floor(half)] ?? null;
  return ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** Each text with its count, most frequent first, then ordered by text. */
function ranked(texts: string[]): [string, number][] {
  const counts = [...new Set(texts)].map((text): [string, number] => [
    text,
    texts.filter((other) => other === text).length,
  ]);
  return counts.sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1));
}
