import type { Cell, Column } from './table';

/** Spreadsheets run a cell that begins with one of these as a formula, full-width forms and after byte order marks too. */
const FORMULA_START = /^\ufeff*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The rows as CSV by RFC 4180: a line of names, CRLF, quoted where needed. A text that a spreadsheet would run as a
 * formula gets a `'` in front, as OWASP recommends; an empty cell is null, and an empty text is `""`.
 */
export async function* csvLines<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const rows of batches) {
    for (const row of rows) yield `${columns.map(({ cellOf }) => toCell(cellOf(row))).join(',')}\r\n`;
  }
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
