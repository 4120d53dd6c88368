import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client';
import type { Workspace } from '../../workspace/workspace';

/** The problems of a filter without time bounds. */
export function filterProblemsQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'filter-problems', filter],
    queryFn: async ({ signal }) => {
      const body = { filter, requires_bounds: false };
      return (await read(client.POST('/v1/filters/validate', { body, signal }))).problems;
    },
    enabled: filter !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The fields of message filters. */
export function filterFieldsQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'filter-fields'],
    queryFn: async ({ signal }) => (await read(client.GET('/v1/filters/fields', { signal }))).fields,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The time series of a filter with time bounds; null disables the query. */
export function timeseriesQuery({ id, client }: Workspace, filter: string | null) {
  return queryOptions({
    queryKey: [id, 'analytics', 'timeseries', filter],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/analytics/issues-timeseries', {
          params: { query: { filter: filter ?? '', bucket: 'auto' } },
          signal,
        }),
      ),
    enabled: filter !== null,
    placeholderData: keepPreviousData,
  });
}

export function summaryQuery({ id, client }: Workspace, filter: string | null) {
  return queryOptions({
    queryKey: [id, 'analytics', 'summary', filter],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/analytics/agent-summary-stats', {
          params: { query: { filter: filter ?? '' } },
          signal,
        }),
      ),
    enabled: filter !== null,
    placeholderData: keepPreviousData,
  });
}

/** The labels with the filter they belong to: previous data stays visible while the next loads. */
export function labelsQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'analytics', 'labels', filter],
    queryFn: async ({ signal }) => {
      const path = '/v1/analytics/issues-label-distribution';
      const call = client.GET(path, { params: { query: { filter } }, signal });
      const labels = await read(call);
      const share = (await call).response.headers.get('Sampled-Share');
      return { filter, labels, sampledShare: share === null ? null : Number(share) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The tools with the filter they belong to. */
export function toolsQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'analytics', 'tools', filter],
    queryFn: async ({ signal }) => {
      const path = '/v1/analytics/agent-tool-stats';
      const call = client.GET(path, { params: { query: { filter } }, signal });
      const { tools, sampled_share: sampledShare } = await read(call);
      return { filter, tools, sampledShare };
    },
    placeholderData: keepPreviousData,
  });
}

export function parametersQuery({ id, client }: Workspace, filter: string, toolName: string) {
  return queryOptions({
    queryKey: [id, 'analytics', 'parameters', filter, toolName],
    queryFn: ({ signal }) => {
      const query = { filter, tool_name: toolName };
      return read(client.GET('/v1/analytics/parameter-issue-rates', { params: { query }, signal }));
    },
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[4] === toolName ? before : undefined),
  });
}

/** The ten most frequent texts of findings in several conversations. */
export function recurringQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'recurring-findings', filter],
    queryFn: async ({ signal }) =>
      (await read(client.GET('/v1/findings/recurring', { params: { query: { filter, limit: 10 } }, signal })))
        .items,
    placeholderData: keepPreviousData,
  });
}

/** The values of a dimension. */
export function breakdownQuery({ id, client }: Workspace, filter: string, dimension: string) {
  return queryOptions({
    queryKey: [id, 'analytics', 'breakdown', filter, dimension],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/analytics/breakdown', { params: { query: { filter, dimension } }, signal })),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[4] === dimension ? before : undefined),
  });
}

/** What moved the issue rate, against the period before. */
export function changesQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'analytics', 'changes', filter],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/analytics/changes', { params: { query: { filter } }, signal })),
    placeholderData: keepPreviousData,
  });
}
