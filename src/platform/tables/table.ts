/** The type of a column: `time` is a Date in UTC with milliseconds. */
export type ColumnType = 'text' | 'integer' | 'decimal' | 'boolean' | 'time';

export type Cell = string | number | boolean | Date | null;

/** A column of a table; every one may have empty cells. */
export interface Column<Row> {
  name: string;
  type: ColumnType;
  /** The value of a row; null: none. */
  cellOf(row: Row): Cell;
}
