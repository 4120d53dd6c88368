import type { BaselineComparison, Experiment } from '../../../packages/client';
import { type CostsInCents, describeCosts } from '../shared/costs';
import { formatNumber, oneLine } from '../shared/wording';
import { comparisonTable, describeLeftOut, isReadEarly } from './comparison-table';

/** What is printed of an experiment in addition to its comparison. */
type ComparedExperiment = CostsInCents &
  Pick<Experiment, 'baseline_of_experiment_id' | 'issue_rate_variance'>;

/** The comparison of an experiment with the original replies, and its costs, for a terminal. */
export function describeComparison(comparison: BaselineComparison, experiment: ComparedExperiment): string {
  const { experiment_name: name, status, pass_through: isPassThrough, empty_replies: empty } = comparison;
  const isEarly = isReadEarly(comparison.metrics);
  const isTested = comparison.untested_reason === null;
  return [
    `Experiment "${oneLine(name)}" (${status}) compared with the original replies`,
    ...(isPassThrough
      ? ['Both sides are the original replies. Differences come from judging them twice.']
      : []),
    comparisonTable(comparison.metrics, ['original', 'result']),
    ...describeLeftOut(comparison.metrics, 'original'),
    ...(empty.count + empty.baseline_count > 0
      ? [`Empty replies of ${empty.n} pairs: original ${empty.baseline_count}, result ${empty.count}.`]
      : []),
    ...describeVariance(experiment),
    `Cost: ${describeCosts(experiment)}.`,
    ...(isEarly
      ? [
          'Read early: an e-value may be read at any time, and from 20 on it shows a difference at the 5% level.',
        ]
      : []),
    ...(isTested
      ? ['Each metric is tested on its own: of 20 without a difference, one is expected to show one.']
      : describeUntested(comparison, experiment)),
  ].join('\n');
}

/** Why there is no test, what is expected without an effect, and what can be tested; in the words of the dashboard. */
function describeUntested(
  { metrics, pass_through: isPassThrough }: BaselineComparison,
  { baseline_of_experiment_id: baselineOf }: ComparedExperiment,
): string[] {
  const reason = 'Not tested: the original replies were chosen by their outcome.';
  if (isPassThrough) return [reason];
  const rate = metrics.find(({ metric, label }) => metric === 'issue_rate' && label === null);
  const expectation =
    (rate?.difference ?? 0) > 0
      ? 'chosen because they did not fail, more issues are expected from any rerun'
      : 'chosen because they failed, fewer issues are expected from any rerun';
  return [
    `${reason} If they were ${expectation}.`,
    ...(baselineOf === null
      ? ['Run a fresh baseline (POST /v1/experiments/{id}/fresh-baseline), and compare with it.']
      : []),
  ];
}

/** How much the samples of a conversation are worth; nothing with one sample. */
function describeVariance({ issue_rate_variance: variance = null }: ComparedExperiment): string[] {
  if (variance === null) return [];
  const { replies_count: replies, conversations_count: conversations } = variance;
  const { between_conversations: between, within_conversation: within } = variance;
  const effective = variance.effective_replies_count;
  return [
    `Issue rate: variance ${formatNumber(between, 4)} between conversations, ${formatNumber(within, 4)} within them.`,
    ...(effective === null
      ? []
      : [
          `${formatNumber(replies)} replies to ${formatNumber(conversations)} conversations are as precise as ` +
            `replies to ${formatNumber(Math.round(effective))} separate ones.`,
        ]),
  ];
}
