import { wilsonInterval } from '../../../packages/statistics';
import { formatNumber, formatPercent } from '../shared/wording';
import { countJudged, type LineCounts } from './exit-code';

/** The number of lines with each result, on one line. */
export function describeCounts(counts: LineCounts, hasBaseline: boolean): string {
  const { withIssues, known, clean, notJudged, noVerdict, faulty } = counts;
  return [
    `${formatNumber(withIssues)} with ${hasBaseline ? 'new issues' : 'issues'}`,
    ...(hasBaseline ? [`${formatNumber(known)} with issues of the baseline only`] : []),
    `${formatNumber(clean)} without`,
    `${formatNumber(notJudged)} not judged`,
    `${formatNumber(noVerdict)} without a verdict`,
    `${formatNumber(faulty)} failed`,
  ].join(', ');
}

/** The issue rate with its interval, compared with the maximum; empty without a judged reply. */
export function describeRate(counts: LineCounts, maxRate: number): string[] {
  const judgedCount = countJudged(counts);
  if (judgedCount === 0) return [];
  const rate = counts.withIssues / judgedCount;
  const { low, high } = wilsonInterval(counts.withIssues, judgedCount);
  return [
    `Issue rate: ${formatPercent(rate)} of ${formatNumber(judgedCount)} judged replies (95% interval ${formatPercent(low)} to ` +
      `${formatPercent(high)}), ${rate > maxRate ? 'above' : 'not above'} the maximum of ${formatPercent(maxRate)}.`,
    'A fixed maximum near the rate passes or fails by chance; `assay gate` allows for that.',
  ];
}
