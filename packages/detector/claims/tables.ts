import type { Region } from '../text/regions';

/** A table of Markdown: what its cells state, and what only names rows and columns. */
export interface TableCells {
  cells: Region[];
  labels: Region[];
}

const ROW = /^[ \t]*\|?[^\n|]*\|[^\n]*$/;
const SEPARATOR = /^[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*$/;
const CELL = /(?:\\\||[^|\n])+/g;

/** The cells of the tables in a text, in order. The row above a line of dashes names columns, a first cell its row. */
export function scanTables(text: string): TableCells {
  const tableCells: TableCells = { cells: [], labels: [] };
  let at = 0;
  let header: Region[] = [];
  let isInTable = false;
  for (const line of text.split('\n')) {
    const row = ROW.test(line) ? scanRow(line, at) : [];
    if (!isInTable && header.length > 1 && line.includes('-') && SEPARATOR.test(line)) {
      for (const cell of header) tableCells.labels.push(cell);
      isInTable = true;
    } else if (isInTable && row.length > 1) {
      tableCells.labels.push(...row.slice(0, 1));
      for (const cell of row.slice(1)) tableCells.cells.push(cell);
    } else isInTable = false;
    header = isInTable ? [] : row;
    at += line.length + 1;
  }
  return tableCells;
}

/** Cells without surrounding white space; empty ones are left out, except the first. */
function scanRow(line: string, at: number): Region[] {
  return Array.from(line.matchAll(CELL), ({ 0: cell, index }) => {
    const start = at + index + (cell.length - cell.trimStart().length);
    return { start, end: start + cell.trim().length };
  }).filter(({ start, end }) => end > start);
}
