import { memo, useMemo, useState } from 'react';
import { type Column, type Sort, sortRows } from './columns';
import styles from './table.module.css';
import { TableBox } from './table-box';
import { TableHead } from './table-head';

/** The order of a table and a callback that changes it. */
export interface Sorting {
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}

export interface TableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isSelected?: (row: Row) => boolean;
  /** The initial order; sortable columns change it. */
  initialSort?: Sort;
  /** For an order that the caller controls, e.g. in the URL: the rows are already sorted. */
  sorting?: Sorting;
}

const MAX_NARROW_COLUMNS = 3;

/** A table that scrolls in its own box if it is too wide. For thousands of rows use VirtualTable. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rowKey, isSelected } = props;
  const { sorted, sort, onSort } = useSorting(props);
  return (
    <TableBox label={label} isNarrow={columns.length <= MAX_NARROW_COLUMNS}>
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

/** Sorts the rows of either kind of table, unless the caller controls the order. */
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
  /** The 1-based index among all rows including the header, for virtualized tables. */
  position?: number;
}

/** A row of either kind of table. Memoized, so that scrolling does not re-render it. */
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
