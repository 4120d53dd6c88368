import type { Annotation, ExperimentComparison, SpanChange } from '../../../api/types';
import { describeUntested, readRateOutcome } from '../../../text/paired-metrics';
import { isOpen } from '../shared/experiment-state';

/** The first and the second experiment. */
export const sides = ['Baseline', 'Candidate'] as const;

export type ChangeKind = SpanChange['kind'];

/**
 * Name and hue (`--mark-N`) of each kind of change. A removed span is an improvement, an added one is not.
 */
export const outcomes = {
  added: { sign: '+', name: 'Added', hue: 1, about: 'only in the reply of the candidate' },
  gone: { sign: '−', name: 'Removed', hue: 6, about: 'only in the reply of the baseline' },
  relabelled: { sign: '≠', name: 'Relabeled', hue: 2, about: 'same text with another label' },
  moved: { sign: '→', name: 'Moved', hue: 4, about: 'same issue at another position' },
  kept: { sign: '=', name: 'Unchanged', hue: 3, about: 'same in both replies' },
} as const satisfies Record<ChangeKind | 'kept', { sign: string; name: string; hue: number; about: string }>;

/** Colors the annotations of one of two compared replies by kind of change. */
export function colorChanges(
  annotations: readonly Annotation[],
  changes: readonly SpanChange[],
  side: 'first' | 'second',
): (Annotation & { hue: number })[] {
  const kinds = new Map<string, ChangeKind[]>();
  for (const change of changes) {
    const annotation = side === 'first' ? change.first_annotation : change.second_annotation;
    if (annotation === null) continue;
    kinds.set(keyOf(annotation), [...(kinds.get(keyOf(annotation)) ?? []), change.kind]);
  }
  return annotations.map((annotation) => {
    const kind = kinds.get(keyOf(annotation))?.shift() ?? 'kept';
    return { ...annotation, hue: outcomes[kind].hue };
  });
}

function keyOf({
  message_part_index: part,
  start_offset: start,
  end_offset: end,
  label,
}: Annotation): string {
  return JSON.stringify([part, start, end, label]);
}

const NOTHING_COMPARED = 'No replies to compare yet.';

/** Describes the result of the paired test in a sentence. */
export function describeOutcome({
  first,
  second,
  metrics,
  untested_reason: untestedReason,
}: {
  first: Pick<ExperimentComparison['first'], 'status'>;
  second: Pick<ExperimentComparison['second'], 'status' | 'pass_through'>;
  metrics: ExperimentComparison['metrics'];
  untested_reason: ExperimentComparison['untested_reason'];
}): string {
  if (untestedReason !== null) {
    const originals = second.pass_through
      ? { name: 'the candidate', isBaseline: false }
      : { name: 'the baseline', isBaseline: true };
    return describeUntested(metrics, originals) ?? NOTHING_COMPARED;
  }
  const { direction, evidence } = readRateOutcome(metrics, isOpen(first) || isOpen(second));
  if (direction === 'none') return NOTHING_COMPARED;
  if (direction === 'no_difference')
    return `No significant difference in the number of replies with issues (${evidence}).`;
  return `The candidate has significantly ${direction} replies with issues than the baseline (${evidence}).`;
}

/** Whether the experiments have no conversation in common. */
export function haveNothingInCommon({ pairs }: Pick<ExperimentComparison, 'pairs'>): boolean {
  return pairs.compared + pairs.without_verdict === 0;
}

/** Positions an interval on an axis that is symmetric around 0, as shares of its width. */
export function placeInterval(low: number, high: number, value: number) {
  const reach = Math.max(Math.abs(low), Math.abs(high), Math.abs(value), 1e-9) * 1.15;
  const at = (number: number) => (number + reach) / (2 * reach);
  return { low: at(low), high: at(high), value: at(value) };
}
