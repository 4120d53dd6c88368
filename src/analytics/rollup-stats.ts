import type { Rollup } from './rollup';

/** How often a label was given. */
export interface LabelCount {
  label: string;
  count: number;
}

export interface ToolStat {
  toolName: string;
  callCount: number;
  flaggedCount: number;
  /** Conversations that call it among those that call any, 0..1. */
  conversationShare: number;
  /** The most frequent label on its calls, of equally frequent ones the first by code unit; null without any. */
  topLabel: string | null;
}

export interface SummaryStats {
  conversationCount: number;
  messageCount: number;
  evaluatedMessageCount: number;
  /** Null without a conversation. */
  medianToolCallsPerConversation: number | null;
  /** Failed results among all; null without results. */
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
  /** Flagged calls among the evaluated ones, 0..1. */
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

/** The tools that were called, most calls first. The rollup has no fragments, as that of allTime has none. */
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

/** The rollup has no fragments. */
export function summaryStats({ sums, conversations }: Rollup): SummaryStats {
  const { byToolCalls } = conversations;
  const { toolResults, failedToolResults } = sums;
  return {
    conversationCount: sumOf(byToolCalls),
    messageCount: sums.messages,
    evaluatedMessageCount: sums.evaluatedMessages,
    medianToolCallsPerConversation: medianOf(byToolCalls),
    toolErrorRate: toolResults === 0 ? null : failedToolResults / toolResults,
    toolResultCount: toolResults,
    failedToolResultCount: failedToolResults,
    totalToolCalls: [...byToolCalls].reduce((sum, [calls, count]) => sum + calls * count, 0),
  };
}

/** Most frequent first, equally frequent ones by code unit. */
export function labelDistribution(labels: Rollup['labels']): LabelCount[] {
  return [...labels]
    .map(([label, count]) => ({ label, count }))
    .sort((one, other) => other.count - one.count || compareText(one.label, other.label));
}

/** The parameters of a tool that have an issue, most issues first. */
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

/**
 * The median of numbers of which only is known how often each occurs: the middle one, or the mean of the two
 * middle ones; null of none.
 */
export function medianOf(occurrences: ReadonlyMap<number, number>): number | null {
  const total = sumOf(occurrences);
  if (total === 0) return null;
  const ascending = [...occurrences].sort(([one], [other]) => one - other);
  const valueAt = (rank: number): number => {
    let before = 0;
    for (const [value, count] of ascending) {
      before += count;
      if (rank < before) return value;
    }
    throw new RangeError('the rank is beyond the last number');
  };
  return (valueAt(Math.floor((total - 1) / 2)) + valueAt(Math.floor(total / 2))) / 2;
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
