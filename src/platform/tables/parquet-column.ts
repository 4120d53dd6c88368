import type { Cell, ColumnType } from './table';
import { varint } from './thrift-compact';

/** The cells of one column of a row group, encoded plainly as they are added. */
export class ColumnBuffer {
  private readonly values: Buffer[] = [];
  private readonly flags: boolean[] = [];
  private readonly isPresent: boolean[] = [];

  constructor(private readonly type: ColumnType) {}

  get count(): number {
    return this.isPresent.length;
  }

  /** Returns about how many bytes it needs. */
  add(cell: Cell): number {
    this.isPresent.push(cell !== null);
    if (cell === null) return 1;
    if (this.type === 'boolean') {
      this.flags.push(cell === true);
      return 1;
    }
    const value = encode(this.type, cell);
    this.values.push(value);
    return value.length + 1;
  }

  /** The levels, which say where a cell is empty, then the values of the others. */
  toPage(): Buffer {
    const levels = packBits(this.isPresent);
    const run = [...varint((levels.length << 1) | 1)];
    const length = Buffer.alloc(4);
    length.writeUInt32LE(run.length + levels.length);
    return Buffer.concat([length, Buffer.from(run), levels, packBits(this.flags), ...this.values]);
  }
}

function encode(type: Exclude<ColumnType, 'boolean'>, cell: NonNullable<Cell>): Buffer {
  if (type === 'text') {
    const text = Buffer.from(String(cell));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, text]);
  }
  const value = Buffer.alloc(8);
  if (type === 'decimal') value.writeDoubleLE(Number(cell));
  else value.writeBigInt64LE(BigInt(cell instanceof Date ? cell.getTime() : Math.trunc(Number(cell))));
  return value;
}

/** One bit for each flag, the first in the lowest bit. */
function packBits(flags: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
  for (const [index, flag] of flags.entries()) {
    if (flag) bytes.writeUInt8(bytes.readUInt8(index >> 3) | (1 << (index & 7)), index >> 3);
  }
  return bytes;
}
