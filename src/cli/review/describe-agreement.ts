import type { Schemas } from '../../../packages/client';
import { formatTable, nameThenNumbers } from '../shared/output/format-table';
import { formatNumber, oneLine } from '../shared/wording';

type Agreement = Schemas['ReviewAgreement'];
type Reviewer = Agreement['reviewers'][number]['reviewer'];

/** The agreement of the reviewers of a queue, for a terminal: kappa and F1 as numbers of at most 1. */
export function describeAgreement(agreement: Agreement): string {
  const { item_count: items, finished_count: finished } = agreement;
  return [
    `Completed by two reviewers or more: ${formatNumber(items)} items, by all: ${formatNumber(finished)}.`,
    formatTable(
      ['verdicts', "Fleiss' kappa", "Cohen's kappa", 'span F1'],
      [agreement, ...agreement.labels].map((one) => [
        'label' in one ? oneLine(one.label) : 'replies',
        formatScore(one.fleiss_kappa),
        formatScore(one.cohen_kappa),
        formatScore(one.span_f1),
      ]),
      nameThenNumbers,
    ),
    formatTable(
      ['reviewers', 'items', 'same verdict', "Cohen's kappa", 'span F1'],
      [
        ...agreement.reviewers.map((one) => ({
          ...one,
          names: [one.reviewer],
          count: one.paired_item_count,
        })),
        ...agreement.pairs.map((one) => ({ ...one, names: one.reviewers, count: one.item_count })),
      ].map(({ names, count, observed_agreement: observed, cohen_kappa, span_f1 }) => [
        names.map(nameOf).join(' and '),
        formatNumber(count),
        `${(100 * observed).toFixed(1)}%`,
        formatScore(cohen_kappa),
        formatScore(span_f1),
      ]),
      nameThenNumbers,
    ),
  ].join('\n');
}

function nameOf({ name }: Reviewer): string {
  return oneLine(name);
}

function formatScore(score: number | null): string {
  return score === null ? '–' : score.toFixed(3);
}
