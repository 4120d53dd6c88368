import { histogramQuantile } from '../statistics/quantile';
import type { Rollup } from './rollup';

/** The number of annotations with a label. */
export interface LabelCount {
  label: string;
  count: number;
}

export interface ToolStat {
  toolName: string;
  callCount: number;
  flaggedCount: number;
  /** Share of the conversations with a tool call that call this tool, 0..1. */
  conversationShare: number;
  /** The most frequent label on its calls; ties by code unit; null without annotations. */
  topLabel: string | null;
}

export interface SummaryStats {
  conversationCount: number;
  messageCount: number;
  evaluatedMessageCount: number;
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
  /** Flagged calls ÷ evaluated calls, 0..1. */
  issueRate: number;
}

export interface TimeBucket {
  /** Milliseconds since the epoch. */
  startAt: number;
  evaluatedMessageCount: number;
  flaggedMessageCount: number;
  issueCount: number;
  labels: LabelCount[];
}

/**
 * The tools that were called, by number of calls, descending. Expects a rollup merged over `allTime`, without
 * fragments.
 */
export function toolStats({ tools, conversations }: Rollup): ToolStat[] {
  const withCalls = sumOf(conversations.byToolCalls) - (conversations.byToolCalls.get(0) ?? 0);
  return [...tools]
    .map(([toolName, { calls, flaggedCalls, labels }]) => ({
      toolName,
      callCount: calls,
      flaggedCount: flaggedCalls,
      conversationShare: (conversations.callers.get(toolName) ?? 0) / withCalls,
      topLabel: labelDistribution(labels)[0]?.label ?? null,
    }))
    .sort((one, other) => other.callCount - one.callCount || compareText(one.toolName, other.toolName));
}

/** Expects a rollup merged over `allTime`, without fragments. */
export function summaryStats({ sums, conversations }: Rollup): SummaryStats {
  const { byToolCalls } = conversations;
  const { toolResults, failedToolResults } = sums;
  return {
    conversationCount: sumOf(byToolCalls),
    messageCount: sums.messages,
    evaluatedMessageCount: sums.evaluatedMessages,
    medianToolCallsPerConversation: histogramQuantile(byToolCalls, 0.5),
    toolErrorRate: toolResults === 0 ? null : failedToolResults / toolResults,
    toolResultCount: toolResults,
    failedToolResultCount: failedToolResults,
    totalToolCalls: [...byToolCalls].reduce((sum, [calls, count]) => sum + calls * count, 0),
  };
}

/** Most frequent first; ties by code unit. */
export function labelDistribution(labels: Rollup['labels']): LabelCount[] {
  return [...labels]
    .map(([label, count]) => ({ label, count }))
    .sort((one, other) => other.count - one.count || compareText(one.label, other.label));
}

/** The parameters of a tool with at least one issue, by number of issues, descending. */
export function parameterIssueRates({ tools }: Rollup, toolName: string): ParameterIssueRate[] {
  const tool = tools.get(toolName);
  if (tool === undefined) return [];
  return [...tool.parameters]
    .map(([parameterName, { issues, flaggedCalls }]) => ({
      parameterName,
      issueCount: issues,
      flaggedCallCount: flaggedCalls,
      evaluatedCallCount: tool.evaluatedCalls,
      issueRate: flaggedCalls / tool.evaluatedCalls,
    }))
    .sort(
      (one, other) =>
        other.issueCount - one.issueCount || compareText(one.parameterName, other.parameterName),
    );
}

export function timeBucket(startAt: number, { sums, labels }: Rollup): TimeBucket {
  return {
    startAt,
    evaluatedMessageCount: sums.evaluatedMessages,
    flaggedMessageCount: sums.flaggedMessages,
    issueCount: sums.issues,
    labels: labelDistribution(labels),
  };
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
