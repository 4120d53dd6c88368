import type { Schemas } from '../../../packages/client';
import { formatTable, nameThenNumbers } from '../shared/output/format-table';
import { formatNumber, oneLine } from '../shared/wording';

type Accuracy = Schemas['Accuracy'];
type Rate = Pick<Accuracy['rates'][number], 'rate' | 'label' | 'estimate' | 'interval' | 'uncorrected' | 'n'>;
type Share = Accuracy['precision'];

const rateTexts: Record<Rate['rate'], (label: string | null) => string> = {
  issue_rate: () => 'issue rate',
  issues_per_reply: () => 'issues per reply',
  label_rate: (label) => `replies with ${oneLine(label ?? '')}`,
};

/** The rates that reviews correct, for a terminal: those of the service, in percent but for counts. */
export function describeAccuracy(accuracy: Accuracy): string {
  const { baseline, differences } = accuracy;
  return [
    ...describeSample(accuracy, 'Corrected rates'),
    ...(baseline === null ? [] : ['', ...describeSample(baseline, 'Corrected rates of the baseline')]),
    ...(differences === null ? [] : ['', 'Differences, minus the baseline', rateTable(differences)]),
    'In brackets: 95% intervals.',
  ].join('\n');
}

type Sampled = Omit<Accuracy, 'set' | 'filter' | 'baseline' | 'differences'>;
type CorrectedSample = Pick<
  Sampled,
  'queue_id' | 'population' | 'reviewed_count' | 'undecided_count' | 'rates' | 'precision' | 'recall'
>;

/** The corrected rates of one sample under a title. */
export function describeRates(sample: CorrectedSample, title: string): string {
  const { population, reviewed_count: reviewed, undecided_count: undecided, precision, recall } = sample;
  return [
    title,
    rateTable(sample.rates),
    `${formatNumber(reviewed)} of ${formatNumber(population)} replies were reviewed, by the queue ${sample.queue_id}.`,
    `Precision ${formatShare(precision)}, recall ${formatShare(recall)}.`,
    ...(undecided === 0
      ? []
      : [`Replies with undecided findings: ${formatNumber(undecided)}. Review them to correct counts.`]),
  ].join('\n');
}

function describeSample(sampled: Sampled, title: string): string[] {
  const { disputed_count: disputed, stale } = sampled;
  return [
    describeRates(sampled, title),
    ...(disputed === 0
      ? []
      : [`Disputed replies: ${formatNumber(disputed)}. Adjudicate them to correct the rates.`]),
    ...(stale.length === 0 ? [] : [`Stale: ${stale.join(', ')} changed since the sample was drawn.`]),
  ];
}

function rateTable(rates: readonly Rate[]): string {
  const rows = rates.map(({ rate, label, estimate, interval, uncorrected, n }) => {
    const format = rate === 'issues_per_reply' ? formatCount : formatPercentNumber;
    return [
      rateTexts[rate](label),
      withInterval(estimate, interval, format),
      format(uncorrected),
      formatNumber(n),
    ];
  });
  return formatTable(['rate', 'corrected', 'uncorrected', 'reviewed'], rows, nameThenNumbers);
}

function withInterval(
  value: number | null,
  interval: Share['interval'],
  format: (value: number | null) => string,
): string {
  const bounds = interval === null ? '' : ` (${interval.map((one) => format(one ?? null)).join('–')})`;
  return `${format(value)}${bounds}`;
}

const formatShare = ({ value, interval }: Share) => withInterval(value, interval, formatPercentNumber);

function formatPercentNumber(value: number | null): string {
  return value === null ? '–' : (100 * value).toFixed(1);
}

function formatCount(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
