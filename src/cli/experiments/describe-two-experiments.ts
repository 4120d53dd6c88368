import type { ExperimentComparison } from '../../../packages/client';
import { formatNumber, numbered, oneLine } from '../shared/wording';
import { comparisonTable, describeLeftOut } from './comparison-table';

/** The comparison of two experiments, for a terminal: differences are those of the second from the first. */
export function describeTwoExperiments(comparison: ExperimentComparison): string {
  const { first, second, pairs, warning, spans } = comparison;
  const unpaired = [
    [pairs.only_in_first, 'only in the first'],
    [pairs.only_in_second, 'only in the second'],
    [pairs.without_verdict, 'without a verdict on both sides'],
  ] as const;
  const unpairedCounts = unpaired.flatMap(([count, where]) =>
    count === 0 ? [] : [`${formatNumber(count)} ${where}`],
  );
  return [
    `First: "${oneLine(first.name)}", ${first.model} (${first.status}). ` +
      `Second: "${oneLine(second.name)}", ${second.model} (${second.status}).`,
    ...(warning === null ? [] : [`Warning: ${oneLine(warning.message)}`]),
    `${numbered(pairs.compared, 'conversation')} compared${unpairedCounts.length === 0 ? '' : `; ${unpairedCounts.join(', ')}`}.`,
    comparisonTable(comparison.metrics, ['first', 'second']),
    ...describeLeftOut(comparison.metrics, 'first'),
    `Findings: ${formatNumber(spans.added)} only in the second, ${formatNumber(spans.gone)} only in the first, ` +
      `${formatNumber(spans.kept + spans.moved + spans.relabelled)} in both.`,
    comparison.untested_reason === null
      ? 'Each metric is tested on its own: of 20 without a difference, one is expected to show one.'
      : 'Not tested: the replies of the first were chosen by their outcome.',
  ].join('\n');
}
