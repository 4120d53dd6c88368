import { memo, useMemo, useState } from 'react';
import { type Column, type Sort, sortRows } from './columns';
import styles from './table.module.css';
import { TableBox } from './table-box';
import { TableHead } from './table-head';

/** The order of a table, and what is to happen when the viewer chooses another. */
export interface Sorting {
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}

export interface TableProps<Row> {
  /** What the rows are; read out as the table's name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isSelected?: (row: Row) => boolean;
  /** The order at first; the viewer changes it at the columns that have `sortBy`. */
  initialSort?: Sort;
  /** For an order that is kept elsewhere, such as in the address: the rows come in it. */
  sorting?: Sorting;
}

/** Rows of data. Wider than the window it scrolls in its own box, never the page. For thousands of rows: VirtualTable. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rowKey, isSelected } = props;
  const { sorted, sort, onSort } = useSorting(props);
  return (
    <TableBox label={label}>
      <table className={styles.table} aria-label={label}>
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {sorted.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} isSelected={isSelected?.(row) ?? false} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The rows of either kind of table in order: its own, unless that is kept elsewhere. */
export function useSorting<Row>({
  rows,
  columns,
  initialSort,
  sorting,
}: Pick<TableProps<Row>, 'rows' | 'columns' | 'initialSort' | 'sorting'>): Sorting & {
  sorted: readonly Row[];
} {
  const [own, setOwn] = useState<Sort | null>(initialSort ?? null);
  const isOwn = sorting === undefined;
  const sorted = useMemo(() => (isOwn ? sortRows(rows, columns, own) : rows), [isOwn, rows, columns, own]);
  return { sorted, ...(sorting ?? { sort: own, onSort: setOwn }) };
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  isSelected?: boolean;
  /** Where the row stands among all, 1-based with the head as the first; for tables that draw only a part. */
  position?: number;
}

/** One row, of either kind of table. Drawn anew only when its data or the columns change, not while it scrolls. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>({ row, columns, isSelected = false, position }: TableRowProps<Row>) {
  return (
    <tr data-selected={isSelected} aria-rowindex={position}>
      {columns.map(({ id, cell, align, isRowHeader }) =>
        isRowHeader ? (
          <th key={id} scope="row" data-align={align}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} data-align={align}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
