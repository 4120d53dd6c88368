import type { Experiment } from '../../../api/types';
import { formatCount, formatSigned } from '../../../text/numbers';
import { countOf } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { LabelBadge } from '../../../ui/label-badge';
import { Table } from '../../../ui/table';
import { isOpen } from '../shared/experiment-state';
import styles from './experiment.module.css';
import {
  type CountRow,
  compareLabels,
  compareMetrics,
  compareParameters,
  haveAsMany,
  type MetricRow,
} from './metrics';

/** The numbers of an experiment beside those of the recorded replies, and what kinds of issues there are. */
export function Results({ experiment }: { experiment: Experiment }) {
  const { metrics, baseline_metrics: baseline, baseline_models: models } = experiment;
  const labels = compareLabels(metrics, baseline);
  const parameters = compareParameters(metrics, baseline);
  const counts = countColumns(haveAsMany(metrics, baseline));
  return (
    <div className={styles.results}>
      <section>
        <h2 className={styles.heading}>Metrics</h2>
        <Table
          label="Metrics"
          columns={metricColumns}
          rows={compareMetrics(metrics, baseline)}
          rowKey={({ name }) => name}
        />
        {isOpen(experiment) && (
          <p className={styles.note}>
            So far: {formatCount(metrics.evaluated_count)} of{' '}
            {countOf(experiment.status_summary.total, 'reply', 'replies')} judged.
          </p>
        )}
        {models.length > 0 && (
          <p className={styles.note}>The recorded replies were written by {models.join(', ')}.</p>
        )}
      </section>
      <div className={styles.kinds}>
        <section>
          <h2 className={styles.heading}>Issues by label</h2>
          {labels.length === 0 ? (
            <p className={styles.note}>No issue in either.</p>
          ) : (
            <Table label="Issues by label" columns={[labelColumn, ...counts]} rows={labels} rowKey={keyOf} />
          )}
        </section>
        {parameters.length > 0 && (
          <section>
            <h2 className={styles.heading}>Issues in tool arguments</h2>
            <Table
              label="Issues in tool arguments"
              columns={[parameterColumn, ...counts]}
              rows={parameters}
              rowKey={keyOf}
            />
          </section>
        )}
      </div>
    </div>
  );
}

const keyOf = ({ names }: CountRow) => names.join('\n');

const metricColumns: Column<MetricRow>[] = [
  { id: 'name', header: 'Metric', isRowHeader: true, cell: ({ name }) => name },
  { id: 'value', header: 'Here', align: 'end', cell: ({ value }) => <strong>{value}</strong> },
  { id: 'baseline', header: 'Recorded', align: 'end', cell: ({ baseline }) => baseline },
  {
    id: 'difference',
    header: 'Difference',
    align: 'end',
    cell: ({ difference, isBetter }) => <Difference text={difference} isBetter={isBetter} />,
  },
];

const labelColumn: Column<CountRow> = {
  id: 'label',
  header: 'Label',
  isRowHeader: true,
  cell: ({ names: [label = ''] }) => <LabelBadge label={label} />,
};

const parameterColumn: Column<CountRow> = {
  id: 'parameter',
  header: 'Tool and parameter',
  isRowHeader: true,
  cell: ({ names: [tool, parameter] }) => (
    <div className={styles.parameter}>
      {tool}
      <br />
      <code>{parameter}</code>
    </div>
  ),
};

/** `areComparable`: whether more of them are worse, or only more replies were judged. */
const countColumns = (areComparable: boolean): Column<CountRow>[] => [
  { id: 'count', header: 'Here', align: 'end', cell: ({ count }) => <strong>{formatCount(count)}</strong> },
  { id: 'baseline', header: 'Recorded', align: 'end', cell: ({ baseline }) => formatCount(baseline) },
  {
    id: 'difference',
    header: 'Difference',
    align: 'end',
    cell: ({ count, baseline }) => (
      <Difference
        text={formatSigned(count - baseline, formatCount)}
        isBetter={!areComparable || count === baseline ? null : count < baseline}
      />
    ),
  },
];

function Difference({ text, isBetter }: { text: string; isBetter: boolean | null }) {
  if (isBetter === null) return text;
  return (
    <span className={styles.difference} data-better={isBetter} title={isBetter ? 'Better' : 'Worse'}>
      {text}
    </span>
  );
}
