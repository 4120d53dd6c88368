import { defineRoute, type Route } from '../platform/http/route';
import {
  breakdownExample,
  labelDistributionExample,
  parameterRatesExample,
  summaryStatsExample,
  timeseriesExample,
  toolStatsExample,
} from './analytics.examples';
import {
  toBucketWire,
  toIssueCountsWire,
  toJudgedMessagesWire,
  toLabelsWire,
  toParameterRateWire,
  toSegmentValueWire,
  toSegmentWire,
  toSummaryStatsWire,
  toToolStatWire,
} from './analytics.mapper';
import {
  analyticsQuery,
  breakdownQuery,
  breakdownSchema,
  labelDistributionHeaders,
  labelDistributionSchema,
  parameterRatesQuery,
  parameterRatesSchema,
  summaryStatsSchema,
  timeseriesQuery,
  timeseriesSchema,
  toolStatsSchema,
} from './analytics.schema';
import type { AnalyticsService } from './analytics.service';

const common = {
  tag: 'Analytics',
  access: 'workspace',
  method: 'get',
  status: 200,
  errors: ['query_timeout'],
} as const;

export function analyticsRoutes({ analytics }: { analytics: AnalyticsService }): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getAgentToolStats',
      summary: 'Count the calls of each tool, with and without issues',
      description: 'Of the messages that the filter selects, which needs bounds of `created_at`.',
      path: '/v1/analytics/agent-tool-stats',
      query: analyticsQuery,
      response: toolStatsSchema,
      example: { response: toolStatsExample },
      handler: async ({ query: { filter }, workspace: { workspaceId }, signal }) => {
        const refreshed_through = await refreshedThrough(analytics, workspaceId);
        const { tools, sampledShare, ...coverage } = await analytics.toolStats({
          workspaceId,
          filter,
          signal,
        });
        return {
          refreshed_through,
          sampled_share: sampledShare,
          ...toJudgedMessagesWire(coverage),
          tools: tools.map(toToolStatWire),
        };
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getAgentSummaryStats',
      summary: 'Get tool calls per conversation and the tool error rate',
      description: 'Of the messages that the filter selects, which needs bounds of `created_at`.',
      path: '/v1/analytics/agent-summary-stats',
      query: analyticsQuery,
      response: summaryStatsSchema,
      example: { response: summaryStatsExample },
      handler: async ({ query: { filter }, workspace: { workspaceId }, signal }) => {
        const refreshed_through = await refreshedThrough(analytics, workspaceId);
        const stats = await analytics.summaryStats({ workspaceId, filter, signal });
        return { refreshed_through, sampled_share: stats.sampledShare, ...toSummaryStatsWire(stats) };
      },
    }),
    breakdownRoute(analytics),
    ...issueRoutes(analytics),
  ];
}

function breakdownRoute(analytics: AnalyticsService): Route {
  return defineRoute({
    ...common,
    operationId: 'getBreakdown',
    summary: 'Count the messages of each model, agent, tool, label, prompt version or tag',
    description:
      'Each with its issue rate, cost, latency and tokens. The filter needs bounds of `created_at`.',
    path: '/v1/analytics/breakdown',
    query: breakdownQuery,
    response: breakdownSchema,
    example: { response: breakdownExample },
    handler: async ({ query: { filter, dimension }, workspace: { workspaceId }, signal }) => {
      const refreshed_through = await refreshedThrough(analytics, workspaceId);
      const query = { workspaceId, filter, signal };
      const { values, omittedValueCount, total, sampledShare } = await analytics.breakdown(query, dimension);
      return {
        refreshed_through,
        sampled_share: sampledShare,
        dimension,
        values: values.map(toSegmentValueWire),
        omitted_value_count: omittedValueCount,
        total: toSegmentWire(total),
      };
    },
  });
}

function issueRoutes(analytics: AnalyticsService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getIssuesLabelDistribution',
      summary: 'Count issues by label',
      description:
        'Annotations of the latest completed evaluation of each message by each evaluator, most frequent label first. ' +
        'The headers `Evaluated-Message-Count` and `Not-Judgeable-Message-Count` state how many messages it is about, ' +
        'and how many could not be judged. `Sampled-Share` is the share of the conversations that were counted; absent: all.',
      path: '/v1/analytics/issues-label-distribution',
      query: analyticsQuery,
      response: labelDistributionSchema,
      responseHeaders: labelDistributionHeaders,
      example: { response: labelDistributionExample },
      handler: async ({ query: { filter }, workspace: { workspaceId }, response, signal }) => {
        const refreshed = await refreshedThrough(analytics, workspaceId);
        const { labels, sampledShare, ...coverage } = await analytics.labelDistribution({
          workspaceId,
          filter,
          signal,
        });
        // In headers, because the API contract defines the body as an array.
        response.setHeader('Refreshed-Through', refreshed);
        response.setHeader('Evaluated-Message-Count', coverage.evaluatedMessageCount);
        response.setHeader('Not-Judgeable-Message-Count', coverage.notJudgeableMessageCount);
        if (sampledShare !== null) response.setHeader('Sampled-Share', sampledShare);
        return toLabelsWire(labels);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getIssuesTimeseries',
      summary: 'Count issues over time',
      description: 'In buckets of equal size over the bounds of `created_at` that the filter has.',
      path: '/v1/analytics/issues-timeseries',
      query: timeseriesQuery,
      response: timeseriesSchema,
      example: { response: timeseriesExample },
      handler: async ({ query: { filter, bucket }, workspace: { workspaceId }, signal }) => {
        const refreshed_through = await refreshedThrough(analytics, workspaceId);
        const query = { workspaceId, filter, signal };
        const { size, buckets, total, sampledShare } = await analytics.issuesTimeseries(query, bucket);
        return {
          refreshed_through,
          sampled_share: sampledShare,
          bucket,
          bucket_seconds: size / 1000,
          buckets: buckets.map(toBucketWire),
          total: toIssueCountsWire(total),
        };
      },
    }),
    parameterRoute(analytics),
  ];
}

function parameterRoute(analytics: AnalyticsService): Route {
  return defineRoute({
    ...common,
    operationId: 'getParameterIssueRates',
    summary: 'Get the issue rate of each parameter of a tool',
    description:
      'Of the calls of one tool in the messages that the filter selects, which needs bounds of `created_at`.',
    path: '/v1/analytics/parameter-issue-rates',
    query: parameterRatesQuery,
    response: parameterRatesSchema,
    example: { response: parameterRatesExample },
    handler: async ({ query: { filter, tool_name }, workspace: { workspaceId }, signal }) => {
      const refreshed_through = await refreshedThrough(analytics, workspaceId);
      const query = { workspaceId, filter, signal };
      const { parameters, sampledShare, ...coverage } = await analytics.parameterIssueRates(query, tool_name);
      return {
        refreshed_through,
        sampled_share: sampledShare,
        ...toJudgedMessagesWire(coverage),
        tool_name,
        parameters: parameters.map(toParameterRateWire),
      };
    },
  });
}

/** Read before the query: the response must not claim data that the query did not see. */
export async function refreshedThrough(
  analytics: Pick<AnalyticsService, 'refreshedThrough'>,
  workspaceId: string,
): Promise<string> {
  return (await analytics.refreshedThrough(workspaceId)).toISOString();
}
