import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ColumnBuffer } from './parquet-column';
import type { Column, ColumnType } from './table';
import { encodeThrift, type ThriftValue } from './thrift-compact';

const compress = promisify(gzip);

const MAGIC = Buffer.from('PAR1');
const MAX_GROUP_ROWS = 10_000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

// Numbers of enumerations in parquet.thrift.
const OPTIONAL = 1;
const PLAIN = 0;
const RLE = 3;
const GZIP = 2;
const DATA_PAGE = 0;
const physicalTypes: Record<ColumnType, number> = { boolean: 0, integer: 2, time: 2, decimal: 5, text: 6 };
const convertedTypes: Partial<Record<ColumnType, number>> = { text: 0, time: 9 };

/**
 * The rows as a Parquet file, in pieces: https://github.com/apache/parquet-format. One row group of at most 10,000 rows
 * or about 4 MiB is in memory at a time, and some bytes of metadata for each group before it. Pages are plain and
 * compressed with gzip. Texts are UTF-8 strings, integers 64 bits, decimals doubles, times milliseconds in UTC.
 */
export async function* parquetFile<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const groups: ThriftValue[] = [];
  let [offset, rowCount] = [MAGIC.length, 0];
  yield MAGIC;
  for await (const group of rowGroups(columns, batches)) {
    const chunks: ThriftValue[] = [];
    const start = offset;
    let uncompressed = 0;
    for (const [index, column] of columns.entries()) {
      const { bytes, metadata, uncompressedBytes } = await toChunk(
        column,
        group[index] as ColumnBuffer,
        offset,
      );
      yield bytes;
      chunks.push(metadata);
      offset += bytes.length;
      uncompressed += uncompressedBytes;
    }
    const count = group[0]?.count ?? 0;
    rowCount += count;
    groups.push({
      struct: {
        1: { list: chunks },
        2: { i64: uncompressed },
        3: { i64: count },
        6: { i64: offset - start },
      },
    });
  }
  const footer = encodeThrift({
    1: { i32: 1 },
    2: { list: toSchema(columns) },
    3: { i64: rowCount },
    4: { list: groups },
    6: { text: 'assay' },
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  yield Buffer.concat([footer, length, MAGIC]);
}

async function* rowGroups<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<ColumnBuffer[]> {
  const emptyGroup = () => columns.map(({ type }) => new ColumnBuffer(type));
  let group = emptyGroup();
  let [count, bytes] = [0, 0];
  for await (const rows of batches) {
    for (const row of rows) {
      for (const [index, { cellOf }] of columns.entries()) bytes += group[index]?.add(cellOf(row)) ?? 0;
      count += 1;
      if (count < MAX_GROUP_ROWS && bytes < MAX_GROUP_BYTES) continue;
      yield group;
      group = emptyGroup();
      [count, bytes] = [0, 0];
    }
  }
  if (count > 0) yield group;
}

/** A column of a row group: one data page with its header. */
async function toChunk<Row>({ name, type }: Column<Row>, buffer: ColumnBuffer, offset: number) {
  const page = buffer.toPage();
  const body = await compress(page);
  const header = encodeThrift({
    1: { i32: DATA_PAGE },
    2: { i32: page.length },
    3: { i32: body.length },
    5: {
      struct: { 1: { i32: buffer.count }, 2: { i32: PLAIN }, 3: { i32: RLE }, 4: { i32: RLE } },
    },
  });
  const uncompressedBytes = header.length + page.length;
  const metadata: Record<number, ThriftValue> = {
    1: { i32: physicalTypes[type] },
    2: { list: [{ i32: PLAIN }, { i32: RLE }] },
    3: { list: [{ text: name }] },
    4: { i32: GZIP },
    5: { i64: buffer.count },
    6: { i64: uncompressedBytes },
    7: { i64: header.length + body.length },
    9: { i64: offset },
  };
  const bytes = Buffer.concat([header, body]);
  return { bytes, uncompressedBytes, metadata: { struct: { 2: { i64: offset }, 3: { struct: metadata } } } };
}

function toSchema<Row>(columns: readonly Column<Row>[]): ThriftValue[] {
  const root: ThriftValue = { struct: { 4: { text: 'root' }, 5: { i32: columns.length } } };
  return [
    root,
    ...columns.map(({ name, type }): ThriftValue => {
      const converted = convertedTypes[type];
      const struct = { 1: { i32: physicalTypes[type] }, 3: { i32: OPTIONAL }, 4: { text: name } };
      return { struct: converted === undefined ? struct : { ...struct, 6: { i32: converted } } };
    }),
  ];
}
