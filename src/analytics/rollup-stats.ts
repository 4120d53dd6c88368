import {
  type ClusteredOutcomes,
  clusteredInterval,
  emptyOutcomes,
  emptyYesSums,
  histogramQuantile,
  type Interval,
  wilsonInterval,
} from '../../packages/statistics';
import { latencyQuantile } from './latency-steps';
import { type CallCounts, NANOS, type Rollup } from './rollup';

export interface LabelCount {
  label: string;
  /** Annotations with the label. */
  count: number;
  /** Messages with at least one of them. */
  replyCount: number;
}

/** How many messages a result is about; the others that are not judgeable are in no rate. */
export interface JudgedMessages {
  evaluatedMessageCount: number;
  notJudgeableMessageCount: number;
}

/** A share of outcomes, and next to it the share of conversations that have such an outcome. */
export interface IssueRate {
  /** 0..1. */
  rate: number;
  /** Holds although outcomes of one conversation are alike. */
  interval: Interval;
  conversationCount: number;
  flaggedConversationCount: number;
  conversationInterval: Interval;
}

export interface ToolStat {
  toolName: string;
  callCount: number;
  flaggedCount: number;
  evaluatedCallCount: number;
  /** Of the evaluated calls; null without any. */
  issueRate: IssueRate | null;
  /** Share of the conversations with a tool call that call this tool, 0..1. */
  conversationShare: number;
  /** The label on most of its calls; ties by annotations, then by code unit; null without annotations. */
  topLabel: string | null;
}

export interface SummaryStats extends JudgedMessages {
  conversationCount: number;
  messageCount: number;
  /** Messages of the assistant. */
  replyCount: number;
  /** Null without conversations. */
  medianToolCallsPerConversation: number | null;
  /** Failed results ÷ all results; null without results. */
  toolErrorRate: number | null;
  toolResultCount: number;
  failedToolResultCount: number;
  totalToolCalls: number;
}

export interface ParameterIssueRate {
  parameterName: string;
  issueCount: number;
  flaggedCallCount: number;
  evaluatedCallCount: number;
  /** Of the evaluated calls. */
  issueRate: IssueRate | null;
}

export interface IssueCounts extends JudgedMessages {
  flaggedMessageCount: number;
  /** Of the evaluated messages; null without any. */
  issueRate: IssueRate | null;
  issueCount: number;
  labels: LabelCount[];
}

/** Counts of the messages of a segment, or of all. */
export interface SegmentStats extends IssueCounts {
  firstMessageAt: Date | null;
  messageCount: number;
  /** US dollars; null if no cost is known. */
  costUsd: number | null;
  latencyMs: { p50: number | null; p95: number | null };
  /** Null if no number of tokens is known. */
  tokens: { input: number; output: number } | null;
}

export interface TimeBucket extends IssueCounts {
  /** Milliseconds since the epoch. */
  startAt: number;
}

/**
 * The tools that were called, by number of calls, descending. Expects a rollup merged over `allTime`, without
 * fragments.
 */
export function toolStats({ tools, conversations }: Rollup): ToolStat[] {
  const withCalls = sumOf(conversations.byToolCalls) - (conversations.byToolCalls.get(0) ?? 0);
  return [...tools]
    .map(([toolName, { calls, evaluatedCalls, flaggedCalls, labels }]) => {
      const callers = conversations.callers.get(toolName);
      return {
        toolName,
        callCount: calls,
        flaggedCount: flaggedCalls,
        evaluatedCallCount: evaluatedCalls,
        issueRate: issueRate(callers?.calls),
        conversationShare: (callers?.conversations ?? 0) / withCalls,
        topLabel: topLabel(labels),
      };
    })
    .sort((one, other) => other.callCount - one.callCount || compareText(one.toolName, other.toolName));
}

/** Expects a rollup merged over `allTime`, without fragments. */
export function summaryStats({ sums, conversations }: Rollup): SummaryStats {
  const { byToolCalls } = conversations;
  const { toolResults, failedToolResults } = sums;
  return {
    conversationCount: sumOf(byToolCalls),
    messageCount: sums.messages,
    replyCount: sums.replies,
    ...judgedMessages(sums),
    medianToolCallsPerConversation: histogramQuantile(byToolCalls, 0.5),
    toolErrorRate: toolResults === 0 ? null : failedToolResults / toolResults,
    toolResultCount: toolResults,
    failedToolResultCount: failedToolResults,
    totalToolCalls: [...byToolCalls].reduce((sum, [calls, count]) => sum + calls * count, 0),
  };
}

export function judgedMessages({ evaluatedMessages, notJudgeableMessages }: Rollup['sums']): JudgedMessages {
  return { evaluatedMessageCount: evaluatedMessages, notJudgeableMessageCount: notJudgeableMessages };
}

/** Most annotations first; ties by code unit. */
export function labelDistribution(labels: Rollup['labels']): LabelCount[] {
  return [...labels]
    .map(([label, { issues, messages }]) => ({ label, count: issues, replyCount: messages }))
    .sort((one, other) => other.count - one.count || compareText(one.label, other.label));
}

/** The parameters of a tool with at least one issue, by number of issues, descending. */
export function parameterIssueRates(
  { tools, conversations }: Rollup,
  toolName: string,
): ParameterIssueRate[] {
  const tool = tools.get(toolName);
  if (tool === undefined) return [];
  const callers = conversations.callers.get(toolName);
  return [...tool.parameters]
    .map(([parameterName, { issues, flaggedCalls }]) => ({
      parameterName,
      issueCount: issues,
      flaggedCallCount: flaggedCalls,
      evaluatedCallCount: tool.evaluatedCalls,
      issueRate: issueRate(
        callers && { ...callers.calls, ...(callers.parameters.get(parameterName) ?? emptyYesSums()) },
      ),
    }))
    .sort(
      (one, other) =>
        other.issueCount - one.issueCount || compareText(one.parameterName, other.parameterName),
    );
}

/** Expects a rollup merged over `allTime`, without fragments. */
export function issueCounts({ sums, labels, conversations }: Rollup): IssueCounts {
  return {
    ...judgedMessages(sums),
    flaggedMessageCount: sums.flaggedMessages,
    issueRate: issueRate(conversations.judged),
    issueCount: sums.issues,
    labels: labelDistribution(labels),
  };
}

/** Expects a rollup merged over `allTime`, without fragments. */
export function segmentStats(rollup: Rollup): SegmentStats {
  const { sums, firstAt, latencies } = rollup;
  return {
    ...issueCounts(rollup),
    firstMessageAt: firstAt === null ? null : new Date(firstAt),
    messageCount: sums.messages,
    costUsd: sums.costedMessages === 0 ? null : sums.costNanos / NANOS,
    latencyMs: { p50: latencyQuantile(latencies, 0.5), p95: latencyQuantile(latencies, 0.95) },
    tokens: sums.meteredMessages === 0 ? null : { input: sums.inputTokens, output: sums.outputTokens },
  };
}

/** Null without outcomes. */
function issueRate(judged: ClusteredOutcomes = emptyOutcomes()): IssueRate | null {
  const { outcomes, yes, clusters, yesClusters } = judged;
  if (outcomes === 0) return null;
  return {
    rate: yes / outcomes,
    interval: clusteredInterval(judged),
    conversationCount: clusters,
    flaggedConversationCount: yesClusters,
    conversationInterval: wilsonInterval(yesClusters, clusters),
  };
}

/** One call with hundreds of annotations must not decide, so calls are compared first. */
function topLabel(labels: ReadonlyMap<string, CallCounts>): string | null {
  const [top] = [...labels].sort(
    ([one, first], [other, second]) =>
      second.flaggedCalls - first.flaggedCalls || second.issues - first.issues || compareText(one, other),
  );
  return top?.[0] ?? null;
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
