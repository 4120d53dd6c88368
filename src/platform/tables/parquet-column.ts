import type { Cell, ColumnType } from './table';
import { varint } from './thrift-compact';

const INITIAL_BYTES = 1024;

/** The cells of one column of a row group, encoded plainly into one buffer as they are added. */
export class ColumnBuffer {
  private values = Buffer.alloc(INITIAL_BYTES);
  private usedBytes = 0;
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
    const usedBefore = this.usedBytes;
    this.write(this.type, cell);
    return this.usedBytes - usedBefore + 1;
  }

  /** The levels, which say where a cell is empty, then the values of the others. */
  toPage(): Buffer {
    const levels = packBits(this.isPresent);
    const run = [...varint((levels.length << 1) | 1)];
    const length = Buffer.alloc(4);
    length.writeUInt32LE(run.length + levels.length);
    const values = this.values.subarray(0, this.usedBytes);
    return Buffer.concat([length, Buffer.from(run), levels, packBits(this.flags), values]);
  }

  private write(type: Exclude<ColumnType, 'boolean'>, cell: NonNullable<Cell>): void {
    if (type === 'text') {
      const text = String(cell);
      const length = Buffer.byteLength(text);
      const start = this.reserve(4 + length);
      this.values.writeUInt32LE(length, start);
      this.values.write(text, start + 4);
      return;
    }
    const start = this.reserve(8);
    if (type === 'decimal') this.values.writeDoubleLE(Number(cell), start);
    else this.values.writeBigInt64LE(toInteger(cell), start);
  }

  /** Returns where the next bytes begin. A buffer for each value would need several times its bytes. */
  private reserve(byteCount: number): number {
    const start = this.usedBytes;
    this.usedBytes += byteCount;
    if (this.usedBytes > this.values.length) {
      const grown = Buffer.alloc(Math.max(this.usedBytes, 2 * this.values.length));
      this.values.copy(grown, 0, 0, start);
      this.values = grown;
    }
    return start;
  }
}

function toInteger(cell: NonNullable<Cell>): bigint {
  return BigInt(cell instanceof Date ? cell.getTime() : Math.trunc(Number(cell)));
}

/** One bit for each flag, the first in the lowest bit. */
function packBits(flags: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
  for (const [index, flag] of flags.entries()) {
    if (flag) bytes.writeUInt8(bytes.readUInt8(index >> 3) | (1 << (index & 7)), index >> 3);
  }
  return bytes;
}
