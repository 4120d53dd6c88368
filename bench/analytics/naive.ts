import { quantile } from '../../packages/statistics';
import type {
  IssueRate,
  LabelCount,
  ParameterIssueRate,
  SummaryStats,
  TimeBucket,
  ToolStat,
} from '../../src/analytics/rollup-stats';
import { groupBy } from '../../src/platform/group-by';
import {
  annotationsOnCalls,
  type BenchWindow,
  compare,
  latestOf,
  messagesOf,
  rank,
  run,
} from './naive-stages';
import { referenceRate } from './reference-rate';

/**
 * The results by the obvious implementation: aggregations over the stored messages and their evaluations,
 * joined when both are needed. Uses nothing that analytics stores.
 */
export const naive = { toolStats, summaryStats, labelDistribution, issuesTimeseries, parameterIssueRates };

async function toolStats(window: BenchWindow): Promise<ToolStat[]> {
  const perTool = await run<{ _id: string; calls: number; conversations: number }>([
    ...messagesOf(window),
    { $unwind: '$parts' },
    { $match: { 'parts.type': 'tool_call' } },
    { $group: { _id: { tool: '$parts.name', conversation: '$conversationId' }, calls: { $sum: 1 } } },
    { $group: { _id: '$_id.tool', calls: { $sum: '$calls' }, conversations: { $sum: 1 } } },
  ]);
  const [calling] = await run<{ count: number }>([
    ...messagesOf(window),
    { $match: { 'parts.type': 'tool_call' } },
    { $group: { _id: '$conversationId' } },
    { $count: 'count' },
  ]);
  const flagged = await run<{ _id: { tool: string }; conversation: string; labels: string[] }>([
    ...annotationsOnCalls(window),
    {
      $group: {
        _id: { tool: '$part.name', message: '$_id.message', index: '$annotation.messagePartIndex' },
        conversation: { $first: '$conversation' },
        labels: { $push: '$annotation.label' },
      },
    },
  ]);
  const evaluated = await evaluatedCalls(window);
  return perTool
    .map(({ _id: toolName, calls, conversations }) => {
      const own = flagged.filter(({ _id }) => _id.tool === toolName);
      const ownEvaluated = evaluated.filter(({ _id }) => _id.tool === toolName);
      return {
        toolName,
        callCount: calls,
        flaggedCount: own.length,
        evaluatedCallCount: ownEvaluated.reduce((sum, { count }) => sum + count, 0),
        issueRate: rateOf(ownEvaluated, own),
        conversationShare: conversations / (calling?.count ?? 0),
        topLabel: topOf(rank(own.map(({ labels }) => labels))),
      };
    })
    .sort((one, other) => other.callCount - one.callCount || compare(one.toolName, other.toolName));
}

/** The calls in evaluated messages, of each tool in each conversation. */
async function evaluatedCalls(window: BenchWindow, tool: Record<string, unknown> = {}) {
  return run<{ _id: { tool: string; conversation: string }; count: number }>([
    ...latestOf(window),
    {
      $group: {
        _id: '$_id.message',
        conversation: { $first: '$conversation' },
        parts: { $first: '$parts' },
      },
    },
    { $unwind: '$parts' },
    { $match: { 'parts.type': 'tool_call', ...tool } },
    { $group: { _id: { tool: '$parts.name', conversation: '$conversation' }, count: { $sum: 1 } } },
  ]);
}

/** The rate of the calls of a tool, given the flagged ones. */
function rateOf(
  calls: { _id: { conversation: string }; count: number }[],
  flagged: { conversation: string }[],
): IssueRate | null {
  const flaggedOf = groupBy(flagged, ({ conversation }) => conversation);
  return referenceRate(
    calls.flatMap(({ _id: { conversation }, count }) => {
      const yes = flaggedOf.get(conversation)?.length ?? 0;
      return Array.from({ length: count }, (_, index) => ({
        conversationId: conversation,
        isFlagged: index < yes,
      }));
    }),
  );
}

/** Of the most calls, then the most annotations. */
function topOf(labels: LabelCount[]): string | null {
  return labels.toSorted((one, other) => other.replyCount - one.replyCount)[0]?.label ?? null;
}

async function summaryStats(window: BenchWindow): Promise<SummaryStats> {
  const ofType = (type: string) => ({ $filter: { input: '$parts', cond: { $eq: ['$$this.type', type] } } });
  const failed = {
    $or: [
      '$isError',
      { $regexMatch: { input: '$$this.response', regex: /^\s*\{"error":\s*(?!null|false)/ } },
    ],
  };
  const conversations = await run<{
    calls: number;
    results: number;
    failed: number;
    messages: number;
    replies: number;
  }>([
    ...messagesOf(window),
    {
      $group: {
        _id: '$conversationId',
        messages: { $sum: 1 },
        replies: { $sum: { $cond: [{ $eq: ['$role', 'assistant'] }, 1, 0] } },
        calls: { $sum: { $size: ofType('tool_call') } },
        results: { $sum: { $size: ofType('tool_call_response') } },
        failed: {
          $sum: { $size: { $filter: { input: ofType('tool_call_response'), cond: failed } } },
        },
      },
    },
    { $sort: { calls: 1 } },
  ]);
  const evaluated = await run<{ count: number }>([
    ...latestOf(window),
    { $group: { _id: '$_id.message' } },
    { $count: 'count' },
  ]);
  const sum = (pick: (one: (typeof conversations)[number]) => number) =>
    conversations.reduce((total, one) => total + pick(one), 0);
  const results = sum((one) => one.results);
  return {
    conversationCount: conversations.length,
    messageCount: sum((one) => one.messages),
    replyCount: sum((one) => one.replies),
    evaluatedMessageCount: evaluated[0]?.count ?? 0,
    notJudgeableMessageCount: 0, // the workload has none
    medianToolCallsPerConversation: quantile(
      conversations.map(({ calls }) => calls),
      0.5,
    ),
    toolErrorRate: results === 0 ? null : sum((one) => one.failed) / results,
    toolResultCount: results,
    failedToolResultCount: sum((one) => one.failed),
    totalToolCalls: sum((one) => one.calls),
  };
}

async function labelDistribution(window: BenchWindow): Promise<LabelCount[]> {
  const counts = await run<{ _id: string; count: number; replies: number }>([
    ...latestOf(window),
    { $unwind: '$latest' },
    { $group: { _id: { label: '$latest.label', message: '$_id.message' }, count: { $sum: 1 } } },
    { $group: { _id: '$_id.label', count: { $sum: '$count' }, replies: { $sum: 1 } } },
  ]);
  return counts
    .map(({ _id, count, replies }) => ({ label: _id, count, replyCount: replies }))
    .sort((one, other) => other.count - one.count || compare(one.label, other.label));
}

async function issuesTimeseries(window: BenchWindow, bucketMs: number): Promise<TimeBucket[]> {
  const rows = await run<{ _id: Date; conversations: string[]; labels: string[][] }>([
    ...latestOf(window),
    {
      $group: {
        _id: '$_id.message',
        createdAt: { $first: '$createdAt' },
        conversation: { $first: '$conversation' },
        labels: { $push: '$latest.label' },
      },
    },
    {
      $set: {
        labels: {
          $reduce: { input: '$labels', initialValue: [], in: { $concatArrays: ['$$value', '$$this'] } },
        },
      },
    },
    {
      $group: {
        _id: { $subtract: ['$createdAt', { $mod: [{ $toLong: '$createdAt' }, bucketMs] }] },
        conversations: { $push: '$conversation' },
        labels: { $push: '$labels' },
      },
    },
  ]);
  const byStart = new Map(rows.map((bucket) => [bucket._id.getTime(), bucket]));
  const buckets: TimeBucket[] = [];
  for (
    let startAt = Math.floor(window.start / bucketMs) * bucketMs;
    startAt < window.end;
    startAt += bucketMs
  ) {
    const bucket = byStart.get(startAt);
    const labels = bucket?.labels ?? [];
    const outcomes = labels.map((ofMessage, index) => ({
      conversationId: bucket?.conversations[index] ?? '',
      isFlagged: ofMessage.length > 0,
    }));
    buckets.push({
      startAt,
      evaluatedMessageCount: outcomes.length,
      notJudgeableMessageCount: 0,
      flaggedMessageCount: outcomes.filter(({ isFlagged }) => isFlagged).length,
      issueRate: referenceRate(outcomes),
      issueCount: labels.flat().length,
      labels: rank(labels),
    });
  }
  return buckets;
}

async function parameterIssueRates(window: BenchWindow, toolName: string): Promise<ParameterIssueRate[]> {
  const evaluated = await evaluatedCalls(window, { 'parts.name': toolName });
  const evaluatedCount = evaluated.reduce((sum, { count }) => sum + count, 0);
  const calls = await run<{ _id: { parameter: string }; conversation: string; count: number }>([
    ...annotationsOnCalls(window),
    { $match: { 'part.name': toolName, 'annotation.parameterName': { $ne: null } } },
    {
      $group: {
        _id: {
          parameter: '$annotation.parameterName',
          message: '$_id.message',
          index: '$annotation.messagePartIndex',
        },
        conversation: { $first: '$conversation' },
        count: { $sum: 1 },
      },
    },
  ]);
  const names = [...new Set(calls.map(({ _id }) => _id.parameter))];
  return names
    .map((parameterName) => {
      const own = calls.filter(({ _id }) => _id.parameter === parameterName);
      return {
        parameterName,
        issueCount: own.reduce((sum, { count }) => sum + count, 0),
        flaggedCallCount: own.length,
        evaluatedCallCount: evaluatedCount,
        issueRate: rateOf(evaluated, own),
      };
    })
    .sort(
      (one, other) => other.issueCount - one.issueCount || compare(one.parameterName, other.parameterName),
    );
}
