import type { Region } from './regions';

/** A row of a table, or its header. */
export interface TableRow {
  /** The first is the name of the row. */
  cells: Region[];
}

/** A table of Markdown, HTML or CSV. */
export interface Table extends Region {
  /** Null where the first row has values already. */
  header: TableRow | null;
  rows: TableRow[];
}

const MIN_COLUMNS = 2;
const MIN_ROWS = 2;
const SEPARATOR = /^[\s|:-]*-[\s|:-]*$/;
const CELL = /[^|]+/g;
const HTML_ROW = /<tr\b[^>]*>/gi;
const HTML_CELL = /<t[dh]\b[^>]*>([^<]*(?:<(?!\/?(?:t[dhr]|table)\b)[^<]*)*)/gi;
/** A year or a date names a column, other numbers are values. */
const IS_VALUE = /\d/;
const IS_NAME = /^(?:19|20)\d\d$|\p{L}{3}/u;

/** The tables of a text that begin at `from` or later, in order. */
export function scanEvidenceTables(text: string, from: number): Table[] {
  return [...scanPiped(text, from), ...scanDelimited(text, from), ...scanHtml(text, from)].sort(
    (a, b) => a.start - b.start,
  );
}

function scanPiped(text: string, from: number): Table[] {
  const tables: Table[] = [];
  let rows: TableRow[] = [];
  let at = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
  const close = (): void => {
    tables.push(...toTable(text, rows));
    rows = [];
  };
  while (at < text.length && text.indexOf('|', at) !== -1) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const line = text.slice(at, end);
    const cells = line.includes('|') ? splitPiped(line, at) : [];
    if (cells.length >= MIN_COLUMNS && at >= from) {
      if (!SEPARATOR.test(line)) rows.push({ cells });
    } else close();
    at = end + 1;
  }
  close();
  return tables;
}

/** Cells without the lines around them; an empty first one is a name as well. */
function splitPiped(line: string, at: number): Region[] {
  const cells = Array.from(line.matchAll(CELL), ({ 0: cell, index }) => trim(cell, at + index));
  const isFramed = line.trimStart().startsWith('|');
  const hasEnd = isFramed && line.trimEnd().endsWith('|');
  return cells.slice(
    isFramed && !line.startsWith('|') ? 1 : 0,
    hasEnd && !line.endsWith('|') ? -1 : undefined,
  );
}

const DELIMITERS = [',', ';', '\t'];
const MIN_DELIMITED_ROWS = 3;
const MAX_DELIMITED_LENGTH = 500;

/** Lines of CSV, each with as many cells as the one before: no delimiter has white space after it, as in prose. */
function scanDelimited(text: string, from: number): Table[] {
  const tables: Table[] = [];
  let rows: TableRow[] = [];
  const close = (): void => {
    if (rows.length >= MIN_DELIMITED_ROWS) tables.push(...toTable(text, rows));
    rows = [];
  };
  for (let at = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const cells =
      at >= from && end - at <= MAX_DELIMITED_LENGTH ? splitDelimited(text.slice(at, end), at) : [];
    if (rows.length > 0 && cells.length !== rows[0]?.cells.length) close();
    if (cells.length >= MIN_COLUMNS) rows.push({ cells });
    at = end + 1;
  }
  close();
  return tables;
}

function splitDelimited(line: string, place: number): Region[] {
  const delimiter = DELIMITERS.find((one) => line.includes(one));
  if (delimiter === undefined || /[,;]\s|\|/.test(line)) return [];
  let start = place;
  return line.split(delimiter).map((cell) => {
    const region = trim(cell, start);
    start += cell.length + 1;
    return region;
  });
}

function scanHtml(text: string, from: number): Table[] {
  const tables: Table[] = [];
  const lower = /<table/i.test(text) ? text.toLowerCase() : '';
  let start = lower.indexOf('<table', from);
  while (start !== -1) {
    const close = lower.indexOf('</table', start);
    const end = close === -1 ? text.length : close;
    const places = Array.from(text.slice(start, end).matchAll(HTML_ROW), ({ index }) => start + index);
    const rows = places.map((place, index): TableRow => {
      const row = text.slice(place, places[index + 1] ?? end);
      return {
        cells: Array.from(row.matchAll(HTML_CELL), ({ 0: { length }, 1: cell = '', index: at }) =>
          trim(cell, place + at + length - cell.length),
        ),
      };
    });
    tables.push(...toTable(text, rows));
    start = lower.indexOf('<table', end);
  }
  return tables;
}

function trim(cell: string, at: number): Region {
  const start = at + cell.length - cell.trimStart().length;
  return { start: Math.min(start, at + cell.length), end: Math.max(start, at + cell.trimEnd().length) };
}

function toTable(text: string, rows: readonly TableRow[]): Table[] {
  const [first, ...rest] = rows;
  if (first === undefined || rows.length < MIN_ROWS) return [];
  const isHeader = first.cells.slice(1).every(({ start, end }) => {
    const cell = text.slice(start, end);
    return !IS_VALUE.test(cell) || IS_NAME.test(cell);
  });
  const region = { start: first.cells[0]?.start ?? 0, end: rows.at(-1)?.cells.at(-1)?.end ?? 0 };
  return [{ ...region, header: isHeader ? first : null, rows: isHeader ? rest : [...rows] }];
}
