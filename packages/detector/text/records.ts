import { isFunctionWord, listNormalizedWords, scanTokens } from '../base/tokens';
import { scanDates } from './dates';
import { scanEvidenceTables, type Table } from './evidence-tables';
import { CAPITALIZED } from './names';
import { findFirst, isWithin, type Region, scanMatches } from './regions';
import { type StructuredBlock, type StructuredField, scanStructuredData } from './structured-data';
import { scanTimes } from './times';

/** A value of a record. */
export interface RecordCell extends Region {
  /** The words that name its column. */
  column: string;
}

/** What is said of one of several things of a kind: an object of JSON, the row of a table, "Label: ...". */
export interface ListedRecord extends Region {
  names: Region[];
  /** Those with columns; without any, the whole record is prose. */
  cells: RecordCell[];
}

export interface RecordList extends Region {
  /** Two or more. */
  records: ListedRecord[];
}

/** Records that were read together; those that follow each other may be one list. */
export interface RecordBlock extends Region {
  lists: RecordList[];
  /** Null for lists that have an end. */
  open: { kind: 'object' | 'label'; record: ListedRecord; fields: readonly StructuredField[] } | null;
}

const MAX_RECORDS = 300;
const MAX_NAME_WORDS = 6;
const MAX_NAME_LENGTH = 60;
const MAX_PROSE_LENGTH = 300;
const MIN_DIGITS_OF_ID = 3;
/** Columns whose value names its record; without any the first one does. */
const NAMING =
  /(?:^|[_\s-])(?:id|name|title|code|number|no|label|subject|key|sku|ref(?:erence)?)$|(?:Id|Name|Title|Code|Number)$/i;
const LABEL =
  /(?:^|\n|[.;!]\s)[ \t]*(?:[-*•][ \t]+|\d{1,2}[.)][ \t]+)?[*_]{0,2}(?<label>[\p{L}\p{N}][^\n:.!?;,|{}"[\]*_]{0,40})[*_]{0,2}:[*_]{0,2}[ \t]+(?=\S)/gu;
const MAX_LABEL_WORDS = 5;
/** White space and markers of lists. */
const BETWEEN = /^[\s,*_•.)\d-]*$/;

/** The records of a text that begin at `from` or later, in order. */
export function scanRecords(text: string, from: number): RecordBlock[] {
  const structured = scanStructuredData(text, from);
  const tables = scanEvidenceTables(text, from);
  const blocks = [...structured, ...tables].sort((a, b) => a.start - b.start);
  const labeled = [...scanLabeled(text, from), ...scanItems(text, from, blocks)].filter(
    ({ start }) => !isWithin(blocks, start),
  );
  return [
    ...structured.map((block) => toBlock(text, block)),
    ...tables.flatMap((table) => toTableBlock(text, table)),
    ...labeled,
  ].sort((a, b) => a.start - b.start);
}

/** The lists of blocks that follow each other. */
export function joinRecords(text: string, blocks: readonly RecordBlock[]): RecordList[] {
  const lists: RecordList[] = [];
  let run: RecordBlock[] = [];
  const close = (): void => {
    lists.push(...toList(text, run));
    run = [];
  };
  for (const block of blocks) {
    if (!continues(text, run.at(-1), block)) close();
    if (block.open !== null) run.push(block);
    lists.push(...block.lists);
  }
  close();
  return lists.sort((a, b) => a.start - b.start);
}

function continues(text: string, last: RecordBlock | undefined, { start, open }: RecordBlock): boolean {
  if (last === undefined || open?.kind !== last.open?.kind) return false;
  return last.end <= start && BETWEEN.test(text.slice(last.end, start));
}

function toList(text: string, run: readonly RecordBlock[]): RecordList[] {
  const [first] = run;
  const all = run.flatMap(({ open }) => open ?? []).slice(0, MAX_RECORDS);
  if (first?.open === undefined || all.length < 2) return [];
  const region = { start: first.start, end: (run.at(-1) as RecordBlock).end };
  if (first.open?.kind === 'label') return [{ ...region, records: all.map(({ record }) => record) }];
  return toNamed(
    text,
    region,
    all.map(({ record, fields }) => ({ ...record, fields, depth: 0 })),
  );
}

interface ReadObject extends Region {
  fields: readonly StructuredField[];
  depth: number;
}

function toBlock(text: string, { fields, lists, ...region }: StructuredBlock): RecordBlock {
  const ofLists = lists.flatMap(({ depth, objects }) => {
    const from = (objects[0] as Region).start;
    let next = findFirst(fields.length, (index) => (fields[index] as StructuredField).start >= from);
    const read = objects.slice(0, MAX_RECORDS).map(({ start, end }): ReadObject => {
      const first = next;
      while (next < fields.length && (fields[next] as StructuredField).start < end) next += 1;
      return { start, end, fields: fields.slice(first, next), depth };
    });
    return toNamed(text, { start: from, end: (objects.at(-1) as Region).end }, read);
  });
  const isObject = text.charAt(region.start) === '{';
  const record = { ...region, names: [], cells: [] };
  return { ...region, lists: ofLists, open: isObject ? { kind: 'object', record, fields } : null };
}

/** A list of objects, if a column has another text in each of them. */
function toNamed(text: string, region: Region, objects: readonly ReadObject[]): RecordList[] {
  const records = objects.map(
    ({ start, end, fields, depth }): ListedRecord => ({
      ...{ start, end, names: [] },
      cells: fields
        .filter(({ kind }) => kind === 'text' || kind === 'number')
        .map(({ path, ...place }) => ({
          start: place.start,
          end: place.end,
          column: path.slice(Math.max(depth, path.length - 2)).join(' '),
        })),
    }),
  );
  return nameByColumns(text, { ...region, records });
}

function toTableBlock(text: string, { start, end, header, rows }: Table): RecordBlock[] {
  if (header === null) return [];
  const columns = header.cells.map((cell) => text.slice(cell.start, cell.end));
  const records = rows.slice(0, MAX_RECORDS).map(
    ({ cells }): ListedRecord => ({
      ...{ start: cells[0]?.start ?? start, end: cells.at(-1)?.end ?? start, names: [] },
      cells: cells.map((cell, index) => ({ ...cell, column: columns[index] ?? `${index}` })),
    }),
  );
  return [{ start, end, lists: nameByColumns(text, { start, end, records }), open: null }];
}

function nameByColumns(text: string, list: RecordList): RecordList[] {
  const { records } = list;
  const [first] = records;
  if (first === undefined || records.length < 2) return [];
  const byColumn = records.map(
    ({ cells }) => new Map(cells.map((cell) => [cell.column, cell] as const).reverse()),
  );
  const naming = first.cells
    .filter(({ column }, index) => index === 0 || NAMING.test(column))
    .map(({ column }) => byColumn.map((cells) => cells.get(column)))
    .filter((cells): cells is RecordCell[] => isNaming(text, cells));
  // Next to a column of names or codes, the first one may hold what several records share.
  const namedCells = naming.filter(([cell]) => NAMING.test((cell as RecordCell).column));
  const namingCells = namedCells.length > 0 ? namedCells : naming;
  if (namingCells.length === 0) return [];
  return [
    {
      ...list,
      records: records.map((record, index) => ({
        ...record,
        names: [...new Set(namingCells.map((cells) => cells[index] as RecordCell))],
      })),
    },
  ];
}

/** Whether each record has another name in a column. */
function isNaming(text: string, cells: readonly (RecordCell | undefined)[]): boolean {
  const names = new Set<string>();
  for (const cell of cells) {
    if (cell === undefined || (!hasName(text, cell) && !isId(text, cell))) return false;
    names.add(text.slice(cell.start, cell.end).toLowerCase());
  }
  return names.size === cells.length;
}

function hasName(text: string, { start, end }: Region): boolean {
  if (end - start > MAX_NAME_LENGTH) return false;
  const name = text.slice(start, end);
  return (
    /\p{L}/u.test(name) &&
    listNormalizedWords(name).length <= MAX_NAME_WORDS &&
    (!/\d/.test(name) || (scanTimes(name).length === 0 && scanDates(name).length === 0))
  );
}

const isId = (text: string, { start, end, column }: RecordCell): boolean =>
  NAMING.test(column) && end - start >= MIN_DIGITS_OF_ID && /^\d+$/.test(text.slice(start, end));

/** "Team meeting: Tuesday 14:00, room B2." */
function scanLabeled(text: string, from: number): RecordBlock[] {
  LABEL.lastIndex = Math.max(0, from - 2);
  const matches = [...text.matchAll(LABEL)];
  LABEL.lastIndex = 0;
  const places = matches.map(({ 0: { length }, index, groups }) => {
    const label = groups?.label ?? '';
    const start = text.indexOf(label, index);
    return { start, end: start + label.trimEnd().length, content: index + length };
  });
  return places.flatMap(({ start, end, content }, index): RecordBlock[] => {
    if (start < from || scanTokens(text.slice(start, end)).length > MAX_LABEL_WORDS) return [];
    const next = places[index + 1]?.start ?? text.length;
    const paragraph = text.indexOf('\n\n', content);
    const to = Math.min(next, paragraph === -1 ? text.length : paragraph);
    // The list marker of the next record is not of this one.
    const literal = text.slice(start, to).replace(/[\s*_•-]+(?:\d{1,2}[.)]\s*)?$/, '');
    if (literal.length > MAX_PROSE_LENGTH) return [];
    const record: ListedRecord = {
      ...{ start, end: start + literal.length, names: [{ start, end }], cells: [] },
    };
    return [{ start, end: to, lists: [], open: { kind: 'label', record, fields: [] } }];
  });
}

const MAX_LINE_LENGTH = 2000;
const MAX_ITEM_LENGTH = 120;
const MAX_LEAD_LENGTH = 80;
const SENTENCE_BREAK = /(?<=[\p{L}\d)]{3})\.\s+(?=\p{Lu})/gu;
/** "Permits - Mr. Low - ext. 231", without its marker. */
const DASHED = /^[\s*•-]*(?<name>\p{L}[^\n:–—|]{1,40}?)\s[-–—|]\s(?=\S)/u;
/** A name next to a value: "Basic €9", "08:15 Graz (bay 4)". */
const ITEM_NAME =
  /^[\s\d:.,\p{Sc}%-]*(?<name>\p{L}[\p{L}'’]+(?:\s\p{L}[\p{L}'’.]*){0,3}?)(?=\s*[(\p{Sc}]|\s\d|\s\p{Lu}{3}\s\d|\s*$)/u;

/** Lines with a name and more after a dash, and items in a line, each with a name and a number: "Basic €9, Plus €15". */
function scanItems(text: string, from: number, otherBlocks: readonly Region[]): RecordBlock[] {
  const blocks: RecordBlock[] = [];
  for (let start = text.lastIndexOf('\n', from - 1) + 1; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(start, end);
    if (line.length <= MAX_LINE_LENGTH && /\d/.test(line) && !isWithin(otherBlocks, start)) {
      const dashed = readDashed(line, start);
      blocks.push(...(dashed === null ? scanInline(line, start) : [dashed]));
    }
    start = end + 1;
  }
  return blocks.filter((block) => block.start >= from);
}

function readDashed(line: string, place: number): RecordBlock | null {
  const { 0: lead = '', groups } = DASHED.exec(line) ?? {};
  const name = groups?.name ?? '';
  if (name === '' || line.length > MAX_PROSE_LENGTH || scanTokens(name).length > MAX_LABEL_WORDS) return null;
  const start = place + lead.indexOf(name);
  const end = place + line.trimEnd().length;
  const record = { start, end, names: [{ start, end: start + name.length }], cells: [] };
  return { start, end, lists: [], open: { kind: 'label', record, fields: [] } };
}

function scanInline(line: string, place: number): RecordBlock[] {
  if (!/[,;] /.test(line)) return [];
  const breaks = scanMatches(line, SENTENCE_BREAK);
  const places = [0, ...breaks.map(({ end }) => end), line.length];
  return places.slice(1).flatMap((to, index) => {
    const records = splitItems(line, places[index] as number, to).map((item) => readItem(line, item, place));
    return listRuns(records).map((run) => {
      const region = { start: (run[0] as ListedRecord).start, end: (run.at(-1) as ListedRecord).end };
      return { ...region, lists: [{ ...region, records: run }], open: null };
    });
  });
}

/** What commas and semicolons part, parentheses apart, without what leads to the first item: "Prices: ". */
function splitItems(line: string, from: number, to: number): Region[] {
  const lead = line.slice(from, Math.min(to, from + MAX_LEAD_LENGTH)).lastIndexOf(': ');
  const items: Region[] = [];
  let start = lead === -1 ? from : from + lead + 2;
  let depth = 0;
  for (let at = start; at < to; at += 1) {
    const char = line.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (depth <= 0 && (char === ',' || char === ';') && line.charAt(at + 1) === ' ') {
      items.push({ start, end: at });
      start = at + 2;
    }
  }
  return [...items, { start, end: to }];
}

function readItem(line: string, { start, end }: Region, place: number): ListedRecord | null {
  const literal = line.slice(start, end).replace(/[\s.]+$/, '');
  if (literal.length > MAX_ITEM_LENGTH || !/\d/.test(literal)) return null;
  const { 0: lead = '', groups } = ITEM_NAME.exec(literal) ?? {};
  const name = groups?.name ?? '';
  // "Round 2" in small letters is no name with a value.
  const isNumbered =
    /^\s\d/.test(literal.slice(lead.length)) && !CAPITALIZED.test(name.split(' ').at(-1) ?? '');
  const opensWithFunctionWord = isFunctionWord(name.split(' ', 1)[0]?.toLowerCase() ?? '');
  if (name === '' || isNumbered || opensWithFunctionWord) return null;
  const from = place + start + lead.lastIndexOf(name);
  const region = { start: place + start, end: place + start + literal.length };
  return { ...region, names: [{ start: from, end: from + name.length }], cells: [] };
}

/** Two and more items one after another. */
function listRuns(items: readonly (ListedRecord | null)[]): ListedRecord[][] {
  const runs: ListedRecord[][] = [[]];
  for (const item of items) {
    if (item === null) runs.push([]);
    else runs.at(-1)?.push(item);
  }
  return runs.filter(({ length }) => length > 1).map((run) => run.slice(0, MAX_RECORDS));
}
