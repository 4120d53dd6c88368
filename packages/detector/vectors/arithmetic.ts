import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../base/package-folder';

/** What is used of the standard's interface, which Node's types leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** What `models/arithmetic.wat` exports, which also says what the parameters are. */
interface Kernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  dots(
    vectors: Place,
    count: number,
    length: number,
    rows: Place,
    biases: Place,
    sums: Place,
    stride: number,
  ): void;
  standardize(
    columns: Place,
    count: number,
    width: number,
    means: Place,
    deviations: Place,
    farthest: number,
    values: Place,
  ): void;
  mix(rows: Place, count: number, size: number, step: number, taps: Place, mixed: Place): void;
  addRectified(numbers: Place, added: Place, count: number): void;
}

/** Where numbers lie in the memory of the arithmetic, in bytes. */
export type Place = number;

/** Rows to multiply with, in groups of sixteen, the last one filled up: the first numbers of all sixteen, then the second. */
export interface RowGroups {
  /** How long each row is. */
  length: number;
  /** How many rows there are, to the next multiple of sixteen. */
  width: number;
  numbers: Float32Array;
}

const ROWS_AT_ONCE = 16;
/** Of a number in the memory. */
export const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT;
const PAGE_BYTES = 65_536;
/** What the instructions read fastest begins at a multiple of this. */
const ALIGNMENT_BYTES = 16;

let compiled: object | null = null;

/** The module, compiled once a process. @throws Error when its file cannot be read */
function loadModule(): object {
  compiled ??= new WebAssembly.Module(readFileSync(join(packageFolder, 'models/arithmetic.wasm')));
  return compiled;
}

/**
 * Arithmetic in single precision on many numbers at once, which lie in a separate memory: some permanently, the others
 * until it is cleared.
 */
export class Arithmetic {
  readonly kernel = new WebAssembly.Instance(loadModule()).exports as Kernel;
  private permanentEnd = 0;
  private end = 0;

  /** Copies numbers to where they stay. Frees all other places, as `clear` does. */
  putPermanently(numbers: Float32Array): Place {
    this.clear();
    const place = this.put(numbers);
    this.permanentEnd = this.end;
    return place;
  }

  /** Frees all places but those of numbers that stay. */
  clear(): void {
    this.end = this.permanentEnd;
  }

  /** Copies numbers to a place. */
  put(numbers: Float32Array): Place {
    const place = this.allocate(numbers.length);
    this.at(place, numbers.length).set(numbers);
    return place;
  }

  /** A place for as many numbers, with zeros. */
  zeros(count: number): Place {
    const place = this.allocate(count);
    this.at(place, count).fill(0);
    return place;
  }

  /** A place for as many numbers, with what was there before. @throws RangeError when there is no more memory */
  allocate(count: number): Place {
    const place = this.end;
    this.end += Math.ceil((count * NUMBER_BYTES) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    const { memory } = this.kernel;
    const missing = this.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return place;
  }

  /** The numbers there, to be read or written before the next place is allocated. */
  at(place: Place, count: number): Float32Array {
    return new Float32Array(this.kernel.memory.buffer, place, count);
  }

  /**
   * For each of the `count` vectors that follow one another at `vectors` its scalar products with the rows at `rows`, each
   * added to the bias of the row: `width` numbers a vector.
   */
  dots(
    vectors: Place,
    count: number,
    rows: Place,
    biases: Place,
    { length, width }: Pick<RowGroups, 'length' | 'width'>,
  ): Place {
    const sums = this.allocate(count * width);
    for (let row = 0; row < width; row += ROWS_AT_ONCE) {
      const group = rows + row * length * NUMBER_BYTES;
      const [bias, sum] = [biases + row * NUMBER_BYTES, sums + row * NUMBER_BYTES];
      this.kernel.dots(vectors, count, length, group, bias, sum, width * NUMBER_BYTES);
    }
    return sums;
  }
}

/** How many rows there are in the groups that hold as many. */
export const computeWidth = (count: number): number => Math.ceil(count / ROWS_AT_ONCE) * ROWS_AT_ONCE;

/** Groups rows of the same length. */
export function groupRows(rows: readonly Float32Array[]): RowGroups {
  const length = rows[0]?.length ?? 0;
  const width = computeWidth(rows.length);
  const numbers = new Float32Array(width * length);
  for (const [index, row] of rows.entries()) setRow(numbers, index, row);
  return { length, width, numbers };
}

/** Writes a row into the numbers of groups. */
export function setRow(numbers: Float32Array, index: number, row: Float32Array): void {
  const inGroup = index % ROWS_AT_ONCE;
  const start = (index - inGroup) * row.length + inGroup;
  for (let axis = 0; axis < row.length; axis += 1) numbers[start + axis * ROWS_AT_ONCE] = row[axis] as number;
}
