import { isFunctionWord, listNormalizedWords, stem } from '../base/tokens';
import { scaleWords } from '../gazetteers/number-words';
import { scanEvidenceTables, type Table, type TableRow } from '../text/evidence-tables';
import type { Region } from '../text/regions';
import { type GrowingText, ScannedMentions } from './growing-text';

const SCALE =
  /\bin\s(?:\p{L}{1,12}\s){0,2}(thousand|million|billion)s?\b|[$€£¥]\s?(thousand|million|billion)s?\b/iu;
/** Above a table stands what its amounts are in. */
const MAX_CAPTION_LENGTH = 240;
const MAX_CELLS = 40;

/** The cells of a table that a sentence names. */
export interface NamedCells {
  table: Table;
  /** What the amounts are to be multiplied by: "in millions". */
  scale: number;
  /** By the names of their rows. */
  rows: readonly (readonly Region[])[];
  /** Whether the sentence names a column too. */
  hasColumn: boolean;
}

/** The tables of the evidence, read when the first number is compared with them. */
export class TableIndex {
  private readonly tables: ScannedMentions<Table>;
  /** Numbers of one sentence are compared one after another. */
  private last: { sentence: string; tables: readonly Table[]; cells: NamedCells[] } | null = null;
  private readonly names = new WeakMap<TableRow, string[]>();

  constructor(private readonly source: GrowingText) {
    this.tables = new ScannedMentions(scanEvidenceTables, source);
  }

  /** The cells of rows and columns that the sentence names, table by table. */
  findNamed(sentence: string): readonly NamedCells[] {
    const tables = this.tables.mentions;
    if (tables.length === 0) return [];
    if (this.last?.sentence !== sentence || this.last.tables !== tables)
      this.last = { sentence, tables, cells: this.selectCells(tables, toPhrase(sentence)) };
    return this.last.cells;
  }

  private selectCells(tables: readonly Table[], sentence: string): NamedCells[] {
    return tables.flatMap((table): NamedCells[] => {
      const rows = this.selectRows(table.rows, sentence);
      const columns = table.header === null ? [] : this.listNames(table.header);
      const columnIndexes = selectColumns(columns, sentence);
      const cells = rows.map(({ cells: [, ...values] }) =>
        columnIndexes.length === 0 ? values : columnIndexes.flatMap((index) => values[index - 1] ?? []),
      );
      const count = cells.reduce((sum, { length }) => sum + length, 0);
      if (count === 0 || count > MAX_CELLS) return [];
      return [{ table, scale: this.findScale(table), rows: cells, hasColumn: columnIndexes.length > 0 }];
    });
  }

  /** Those whose name is said, without those of which it is a part of a longer one. */
  private selectRows(rows: readonly TableRow[], sentence: string): TableRow[] {
    const nameOf = (row: TableRow): string => this.listNames(row)[0] ?? '';
    const namedRows = rows.filter((row) => includesPhrase(sentence, nameOf(row)));
    return namedRows.filter(
      (row) =>
        !namedRows.some(
          (other) => nameOf(other) !== nameOf(row) && includesPhrase(nameOf(other), nameOf(row)),
        ),
    );
  }

  private listNames(row: TableRow): string[] {
    const cached = this.names.get(row);
    if (cached !== undefined) return cached;
    const names = row.cells.map(({ start, end }) => toPhrase(this.source.text.slice(start, end)));
    this.names.set(row, names);
    return names;
  }

  private findScale({ start, rows: [first] }: Table): number {
    const caption = this.source.text.slice(
      Math.max(0, start - MAX_CAPTION_LENGTH),
      first?.cells[0]?.start ?? start,
    );
    const [, word, ofSign] = SCALE.exec(caption) ?? [];
    return scaleWords.get((word ?? ofSign ?? '').toLowerCase()) ?? 1;
  }
}

/**
 * The columns that are named by their whole header, and those by a part of it that the header of no such column has: "3910
 * MWh with 8 turbines running".
 */
function selectColumns(headers: readonly string[], sentence: string): number[] {
  const isWhole = headers.map((header, column) => column > 0 && includesPhrase(sentence, header));
  if (!isWhole.includes(true)) return [];
  const wholes = headers.filter((_, column) => isWhole[column]).join(' ');
  const isPart = (header: string): boolean => {
    const words = header
      .trim()
      .split(' ')
      .map((word) => ` ${word} `);
    return (
      words.some((word) => includesPhrase(sentence, word)) && !words.some((word) => wholes.includes(word))
    );
  };
  return headers.flatMap((header, column) =>
    column > 0 && (isWhole[column] || isPart(header)) ? [column] : [],
  );
}

/** The stems of the words with content, each between spaces. */
const toPhrase = (text: string): string =>
  ` ${listNormalizedWords(text.replace(/<[^>]{0,80}>/g, ' '))
    .filter((word) => !isFunctionWord(word))
    .map(stem)
    .join(' ')} `;

const includesPhrase = (sentence: string, name: string): boolean =>
  name.trim() !== '' && sentence.includes(name);
