import type { OutcomeCount } from '../../../packages/statistics';
import type { CountedMessage } from '../counted-message.repository';
import type { AnalyticsDependencies } from '../read-parts';
import { getOrCreate } from '../rollup';
import { type Dimension, matchesValue, type Segment, valuesOf } from '../segments';
import type { SharedReplies } from './fold-causes';
import { createdWithin, samplePeriod } from './sample-period';
import { type RepliesQuery, scanReplies } from './scan-replies';
import { segmentKey } from './segment';

export interface SharedQuery {
  segment: Segment;
  /** Segments whose replies are left out. */
  exclusions: readonly Segment[];
  /** Evaluated replies of the segment. */
  counts: OutcomeCount;
  /** The dimensions in which its replies are counted. */
  dimensions: readonly Dimension[];
  /** Messages of the period, in any segment. */
  messageCount: number;
}

/**
 * Counts the evaluated replies of a segment in all segments. Of a period with many messages it reads a part, and
 * estimates: this decides only which causes explain others. None for the rest of a dimension.
 * @throws AppError query_timeout
 */
export async function countSharedReplies(
  dependencies: AnalyticsDependencies,
  query: RepliesQuery,
  { segment, exclusions, counts, dimensions, messageCount }: SharedQuery,
): Promise<SharedReplies> {
  const read: OutcomeCount = { outcomes: 0, yes: 0 };
  const all: OutcomeCount = { outcomes: 0, yes: 0 };
  const segments = new Map<string, OutcomeCount>();
  const { value } = segment;
  if (value === null || counts.outcomes === 0) return { all, segments };
  const add = (message: CountedMessage) => {
    const keys = keysOf(message, dimensions);
    const isFlagged = message.verdicts.some(({ findings }) => findings.length > 0);
    const targets = exclusions.some((exclusion) => keys.includes(segmentKey(exclusion)))
      ? []
      : [all, ...keys.map((key) => getOrCreate(segments, key, () => ({ outcomes: 0, yes: 0 })))];
    for (const target of [read, ...targets]) {
      target.outcomes += 1;
      target.yes += Number(isFlagged);
    }
  };
  const conditions = [
    matchesValue({ ...segment, value }),
    { 'verdicts.issueCount': { $type: 'number' } },
    createdWithin(samplePeriod(query.window, messageCount)),
  ];
  await scanReplies(dependencies, query, conditions, add);
  const toAll = scaleBetween(read, counts);
  return { all: toAll(all), segments: new Map([...segments].map(([key, count]) => [key, toAll(count)])) };
}

function keysOf(message: CountedMessage, dimensions: readonly Dimension[]): string[] {
  return dimensions.flatMap((dimension) =>
    [...valuesOf(message, dimension)].map((value) => segmentKey({ dimension, value })),
  );
}

/** Scales parts of a sample to its population, flagged replies and others separately. */
function scaleBetween(sample: OutcomeCount, population: OutcomeCount): (part: OutcomeCount) => OutcomeCount {
  const ratio = (one: number, other: number) => (one === 0 ? 0 : other / one);
  const ofYes = ratio(sample.yes, population.yes);
  const ofNo = ratio(sample.outcomes - sample.yes, population.outcomes - population.yes);
  return ({ outcomes, yes }) => ({ outcomes: yes * ofYes + (outcomes - yes) * ofNo, yes: yes * ofYes });
}
