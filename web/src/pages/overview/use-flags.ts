import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChartFlag } from '../../ui/chart/chart-data';
import { useWorkspace } from '../../workspace/workspace';
import { segmentPath } from './dimensions';
import { breakdownQuery } from './overview-queries';
import { withPeriod } from './period';
import type { Scope } from './scope';

const flagged = ['prompt_version', 'model'] as const;
const MAX_FLAGS = 6;
/** A value that has no message in this time before the period is new. */
const LOOK_BACK_MS = 30 * 86_400_000;

export interface Flags {
  /** The newest. */
  flags: readonly ChartFlag[];
  /** Of all first appearances, with those that have no flag. */
  count: number;
  /** Whether there are values that breakdowns do not list, whose first appearances are unknown. */
  hasUnlisted: boolean;
  sampledShare: number | null;
}

/** The prompts and models that first appeared in the period after a time (Unix seconds): the end of the first bucket. */
export function useFlags({ filter, period }: Scope, after: number): Flags {
  const workspace = useWorkspace();
  const from = new Date(Date.parse(period.from) - LOOK_BACK_MS).toISOString();
  const extended = withPeriod(filter, { from, to: period.to });
  const [prompts, models] = useQueries({
    queries: flagged.map((dimension) => breakdownQuery(workspace, extended, dimension)),
  });
  return useMemo(() => {
    const breakdowns = [prompts?.data, models?.data].filter((data) => data !== undefined);
    const all = breakdowns.flatMap(({ dimension, values }) =>
      values.flatMap(({ value, first_message_at: first }) => {
        const path = value === null ? null : segmentPath(dimension, value);
        if (value === null || path === null || first === null || Date.parse(first) / 1000 < after) return [];
        return [{ at: Date.parse(first) / 1000, name: value, to: workspace.href(path) }];
      }),
    );
    return {
      flags: all.sort((one, other) => other.at - one.at).slice(0, MAX_FLAGS),
      count: all.length,
      hasUnlisted: breakdowns.some(
        ({ values, omitted_value_count: omitted }) =>
          omitted > 0 || values.some(({ is_other: isOther }) => isOther),
      ),
      sampledShare: breakdowns.find((data) => data.sampled_share !== null)?.sampled_share ?? null,
    };
  }, [prompts?.data, models?.data, after, workspace]);
}
