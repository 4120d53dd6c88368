import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetFile } from '../../../../src/platform/tables/parquet';
import type { Column } from '../../../../src/platform/tables/table';
import { findPyarrow, readParquet } from '../../../support/python-parquet';

interface Row {
  text: string | null;
  count: number | null;
  share: number | null;
  isKnown: boolean | null;
  at: Date | null;
}

const columns: Column<Row>[] = [
  { name: 'text', type: 'text', cellOf: ({ text }) => text },
  { name: 'count', type: 'integer', cellOf: ({ count }) => count },
  { name: 'share', type: 'decimal', cellOf: ({ share }) => share },
  { name: 'is_known', type: 'boolean', cellOf: ({ isKnown }) => isKnown },
  { name: 'at', type: 'time', cellOf: ({ at }) => at },
];

const rowOf = (index: number): Row => ({
  text: index % 3 === 0 ? null : `é\u{1F980} ${index}`,
  count: index % 5 === 0 ? null : index - 7,
  share: index % 7 === 0 ? null : index / 7,
  isKnown: index % 2 === 0 ? null : index % 4 === 1,
  at: index % 11 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + index),
});

async function toFile(rows: readonly Row[]): Promise<Buffer> {
  async function* batches() {
    for (let start = 0; start < rows.length; start += 500) yield rows.slice(start, start + 500);
  }
  const pieces: Buffer[] = [];
  for await (const piece of parquetFile(columns, batches())) pieces.push(piece);
  return Buffer.concat(pieces);
}

const pyarrow = findPyarrow();
const folder = mkdtempSync(join(tmpdir(), 'assay-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('begins and ends as a Parquet file', async () => {
  const file = await toFile([]);
  expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
});

describe('pyarrow', () => {
  if ('missing' in pyarrow) {
    it(`could not be tried: ${pyarrow.missing}`, () => {
      expect(pyarrow.missing).not.toBe('');
    });
    return;
  }
  const { python } = pyarrow;

  it.each([0, 1, 8, 9, 25_000])('reads a file of %d rows, with their types', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => rowOf(index));
    const path = join(folder, `${count}.parquet`);
    writeFileSync(path, await toFile(rows));

    const read = readParquet(python, path);

    expect(read.types).toEqual({
      text: 'string',
      count: 'int64',
      share: 'double',
      is_known: 'bool',
      at: 'timestamp[ms, tz=UTC]',
    });
    expect(read.groups).toBe(Math.ceil(count / 10_000));
    expect(read.group_bytes).toEqual(read.column_bytes);
    const timeOf = (value: unknown) => (value === null ? null : new Date(String(value)).getTime());
    expect(read.rows.map((row) => ({ ...row, at: timeOf(row.at) }))).toEqual(
      rows.map(({ isKnown, at, ...row }) => ({ ...row, is_known: isKnown, at: at?.getTime() ?? null })),
    );
  });
});
