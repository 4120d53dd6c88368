import type { ReactNode } from 'react';
import { NO_VALUE } from '../text/numbers';
import type { Column } from './columns';
import { Table } from './table';

export interface ComparisonRow {
  id: string;
  name: ReactNode;
  baseline: string;
  value: string;
  /** Null where there is nothing to compare. */
  difference: string | null;
}

interface ComparisonTableProps {
  /** The accessible name of the table. */
  label: string;
  /** What the rows are: the header of their names. */
  subject: string;
  /** The headers of the baseline and of the values. */
  sides: readonly [string, string];
  rows: readonly ComparisonRow[];
}

/** Counts next to their baseline and the difference, without a judgment: no test stands behind it. */
export function ComparisonTable({ label, subject, sides, rows }: ComparisonTableProps) {
  const [baselineHeader, valueHeader] = sides;
  const columns: Column<ComparisonRow>[] = [
    { id: 'name', header: subject, isRowHeader: true, cell: ({ name }) => name },
    { id: 'baseline', header: baselineHeader, align: 'end', cell: ({ baseline }) => baseline },
    { id: 'value', header: valueHeader, align: 'end', cell: ({ value }) => <strong>{value}</strong> },
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      cell: ({ difference }) => difference ?? NO_VALUE,
    },
  ];
  return <Table label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
