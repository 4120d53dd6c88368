import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/client';
import type { FindingPrecision } from '../api/types';
import { formatCount, formatShare } from '../text/numbers';
import type { Workspace } from './workspace';

type Precision = FindingPrecision['labels'][number]['precision'];

/** How many of the reviewed findings people confirmed; null: of all findings. */
export function findingPrecisionQuery({ id, client }: Workspace, filter: string | null) {
  return queryOptions({
    queryKey: [id, 'finding-precision', filter],
    queryFn: ({ signal }) => {
      const query = filter === null ? {} : { filter };
      return read(client.GET('/v1/accuracy/findings', { params: { query }, signal }));
    },
  });
}

/** Formats a precision with its counts: `58 of 64 confirmed`. */
export function formatConfirmed(confirmed: number, { n }: Precision): string {
  return `${formatCount(confirmed)} of ${formatCount(n)} confirmed`;
}

/** Formats a precision with its 95% interval: `90.6% (81.0% to 95.6%)`. */
export function formatPrecision({ value, interval }: Precision): string {
  const [low, high] = interval ?? [];
  return low === undefined
    ? formatShare(value)
    : `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;
}
