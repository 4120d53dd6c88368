import type { MetricComparison } from '../../../api/types';
import { describeLeftOut, type PairedRow, readsEarly, toPairedRow } from '../../../text/paired-metrics';
import type { Column } from '../../../ui/columns';
import { Difference } from '../../../ui/difference';
import { LabelBadge } from '../../../ui/label-badge';
import { Table } from '../../../ui/table';
import { Term } from '../../../ui/term';
import styles from './paired-table.module.css';

interface PairedTableProps {
  /** The accessible name of the table. */
  label: string;
  metrics: readonly MetricComparison[];
  /** The headers of the baseline and of the values. */
  sides: readonly [string, string];
  isRunning: boolean;
}

/**
 * Metrics of a paired comparison with their tests. Only a difference that the data show has the color of an improvement
 * or a regression.
 */
export function PairedTable({ label, metrics, sides, isRunning }: PairedTableProps) {
  const leftOut = describeLeftOut(metrics);
  return (
    <>
      <Table
        label={label}
        columns={columnsFor(sides, readsEarly(metrics, isRunning))}
        rows={metrics.map((compared) => toPairedRow(compared, isRunning))}
        rowKey={({ id }) => id}
      />
      {leftOut.length > 0 && (
        <ul className={styles.notes}>
          {leftOut.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function columnsFor(
  [baselineHeader, valueHeader]: readonly [string, string],
  isEarly: boolean,
): Column<PairedRow>[] {
  return [
    { id: 'name', header: 'Metric', isRowHeader: true, cell: (row) => <Name {...row} /> },
    { id: 'baseline', header: baselineHeader, align: 'end', cell: ({ baseline }) => baseline },
    { id: 'value', header: valueHeader, align: 'end', cell: ({ value }) => <strong>{value}</strong> },
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      cell: ({ difference, isBetter }) => <Difference text={difference} isBetter={isBetter} />,
    },
    {
      id: 'interval',
      header: '95% interval',
      align: 'end',
      cell: ({ interval }) => <span className={styles.interval}>{interval}</span>,
    },
    {
      id: 'evidence',
      header: <Term id={isEarly ? 'e-value' : 'p-value'} />,
      align: 'end',
      cell: ({ evidence }) => evidence,
    },
    { id: 'pairs', header: 'Pairs', align: 'end', cell: ({ pairs }) => pairs },
  ];
}

function Name({ name, label }: PairedRow) {
  if (label === null) return name;
  return (
    <span className={styles.label}>
      <LabelBadge label={label} />
    </span>
  );
}
