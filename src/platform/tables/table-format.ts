import { z } from 'zod';
import { csvLines } from './csv';
import { parquetFile } from './parquet';
import type { Column } from './table';

export const tableFormats = ['ndjson', 'csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];
export const tableFormatSchema = z.enum(tableFormats).meta({ id: 'TableFormat' });

export const mediaTypes = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<TableFormat, string>;

/** The media types of a streamed table, for the documentation; `line` is a line of NDJSON. */
export function tableResponse(line: z.ZodType): Record<string, z.ZodType> {
  return {
    [mediaTypes.ndjson]: line,
    [mediaTypes.csv]: z
      .string()
      .describe("RFC 4180. A text that a spreadsheet would run as a formula begins with `'`"),
    [mediaTypes.parquet]: z
      .string()
      .meta({ format: 'binary', description: 'An Apache Parquet file with typed columns' }),
  };
}

export interface Table<Row> {
  columns: readonly Column<Row>[];
  toLine(row: Row): unknown;
}

/**
 * A table in a format, in pieces. Lines of NDJSON are what `toLine` makes of rows; the others have the columns. The first
 * batch is read before the first piece, so that its failure can still become an error response.
 */
export async function* encodeTable<Row>(
  format: TableFormat,
  table: Table<Row>,
  batches: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<string | Buffer> {
  const first = await batches.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* batches;
  }
  yield* encode(format, table, all());
}

function encode<Row>(
  format: TableFormat,
  { columns, toLine }: Table<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<string | Buffer> {
  if (format === 'csv') return csvLines(columns, batches);
  return format === 'parquet' ? parquetFile(columns, batches) : jsonLines(toLine, batches);
}

async function* jsonLines<Row>(
  toLine: (row: Row) => unknown,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) for (const row of rows) yield `${JSON.stringify(toLine(row))}\n`;
}
