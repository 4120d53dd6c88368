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

/** The prompts and models that first appeared in the period after a time (Unix seconds): the end of the first bucket. */
export function useFlags({ filter, period }: Scope, after: number): readonly ChartFlag[] {
  const workspace = useWorkspace();
  const from = new Date(Date.parse(period.from) - LOOK_BACK_MS).toISOString();
  const extended = withPeriod(filter, { from, to: period.to });
  const [prompts, models] = useQueries({
    queries: flagged.map((dimension) => breakdownQuery(workspace, extended, dimension)),
  });
  return useMemo(() => {
    const all = [prompts?.data, models?.data].flatMap((breakdown) =>
      (breakdown?.values ?? []).flatMap(({ value, first_message_at: first }) => {
        const path =
          value === null || breakdown === undefined ? null : segmentPath(breakdown.dimension, value);
        if (value === null || path === null || first === null || Date.parse(first) / 1000 < after) return [];
        return [{ at: Date.parse(first) / 1000, name: value, to: workspace.href(path) }];
      }),
    );
    return all.sort((one, other) => other.at - one.at).slice(0, MAX_FLAGS);
  }, [prompts?.data, models?.data, after, workspace]);
}
