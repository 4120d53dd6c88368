import type { ReactNode } from 'react';
import type { Experiment } from '../../../api/types';
import { formatCount, formatDecimal, formatShare, NO_VALUE } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { LabelBadge } from '../../../ui/label-badge';
import { Notice } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import styles from './experiment.module.css';

type Corrected = NonNullable<Experiment['corrected']>;
type Rate = Corrected['rates'][number];

const staleTexts: Record<Corrected['stale'][number], string> = {
  evaluator_version: 'the version of the evaluator',
  labels: 'the labels',
  population: 'the replies',
};

const columns: Column<Rate>[] = [
  { id: 'name', header: 'Rate', isRowHeader: true, cell: (rate) => <Name {...rate} /> },
  {
    id: 'uncorrected',
    header: 'Reported',
    align: 'end',
    cell: (rate) => formatRate(rate, rate.uncorrected),
  },
  {
    id: 'estimate',
    header: 'Corrected',
    align: 'end',
    cell: (rate) => <strong>{formatRate(rate, rate.estimate)}</strong>,
  },
  { id: 'interval', header: '95% interval', align: 'end', cell: formatInterval },
  { id: 'n', header: 'Reviewed', align: 'end', cell: ({ n }) => formatCount(n) },
];

export interface CorrectedRatesProps {
  title: string;
  corrected: Corrected;
  /** Below the table. */
  children?: ReactNode;
}

/** The rates of replies as the evaluator reports them and as reviews correct them. */
export function CorrectedRates({ title, corrected, children }: CorrectedRatesProps) {
  const { rates, reviewed_count: reviewed, population, stale } = corrected;
  const { disputed_count: disputed, undecided_count: undecided } = corrected;
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {stale.length > 0 && (
        <Notice tone="warn">
          Since the sample was drawn, {stale.map((one) => staleTexts[one]).join(' and ')} changed. Create
          another sample to correct the rates.
        </Notice>
      )}
      {disputed > 0 && (
        <Notice tone="warn">
          Reviewers disagree on {pluralize(disputed, 'reply', 'replies')}. Adjudicate to correct the rates.
        </Notice>
      )}
      {undecided > 0 && (
        <Notice tone="warn">
          {pluralize(undecided, 'reply', 'replies')} with undecided findings. Review these findings to correct
          the counts.
        </Notice>
      )}
      <Table label={title} columns={columns} rows={rates} rowKey={({ rate, label }) => `${rate} ${label}`} />
      <p className={styles.note}>
        {formatCount(reviewed)} of {pluralize(population, 'reply', 'replies')} reviewed, in random order.
      </p>
      {children}
    </section>
  );
}

function Name({ rate, label }: Pick<Rate, 'rate' | 'label'>) {
  if (label !== null) return <LabelBadge label={label} />;
  return rate === 'issue_rate' ? 'Issue rate' : 'Issues per reply';
}

function formatRate({ rate }: Pick<Rate, 'rate'>, value: number | null | undefined): string {
  return rate === 'issues_per_reply' ? formatDecimal(value, 3) : formatShare(value);
}

function formatInterval(rate: Rate): string {
  if (rate.interval === null) return NO_VALUE;
  return rate.interval.map((bound) => formatRate(rate, bound)).join(' to ');
}
