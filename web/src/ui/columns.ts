import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` aligns the digits of numbers. */
  align?: 'start' | 'end';
  /** CSS width; other columns share the rest. */
  width?: string;
  /** The sort key; absent if the column cannot be sorted. */
  sortBy?: (row: Row) => string | number | null;
  /** The cell that names the row for screen readers. */
  isRowHeader?: boolean;
}

export interface Sort {
  columnId: string;
  isDescending: boolean;
}

/** Sorts rows by a column. Stable; rows without a value come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.columnId)?.sortBy;
  if (sort === null || sortBy === undefined) return rows;
  const sign = sort.isDescending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const a = sortBy(one);
    const b = sortBy(other);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'string' && typeof b === 'string') return sign * a.localeCompare(b);
    return sign * (Number(a) - Number(b));
  });
}
