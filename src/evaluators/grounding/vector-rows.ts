import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root';
import { once } from './once';

/** What is used of the standard's interface, which Node's types leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** What `models/dots.wat` exports, which also says what the parameters are. */
interface Kernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  dots(vectors: number, count: number, length: number, rows: number, dots: number, stride: number): void;
}

const ROWS_AT_ONCE = 16;
const BYTES = Float32Array.BYTES_PER_ELEMENT;
const PAGE_BYTES = 65_536;

const loadKernel = once(() => {
  const module = new WebAssembly.Module(readFileSync(join(packageRoot, 'models/dots.wasm')));
  return new WebAssembly.Instance(module).exports as Kernel;
});

/** The scalar product of two vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis += 1) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

/** Vectors of one length, to be compared with others: many at once, in single precision. */
export class VectorRows {
  /** How many products `dotsWith` gives for a vector: after those of the rows there may be zeros. */
  readonly width: number;
  /** Of sixteen rows each: the first numbers of all sixteen, then the second ones, and so on. */
  private readonly groups: Float32Array[];

  constructor(vectors: readonly Float32Array[]) {
    this.groups = [];
    for (let from = 0; from < vectors.length; from += ROWS_AT_ONCE) {
      this.groups.push(interleave(vectors.slice(from, from + ROWS_AT_ONCE)));
    }
    this.width = this.groups.length * ROWS_AT_ONCE;
  }

  /**
   * For each of `count` vectors, which follow one another, its scalar products with the rows.
   * @returns `count` times `width` numbers
   */
  dotsWith(vectors: Float32Array, count = 1): Float32Array {
    if (count === 0 || this.width === 0) return new Float32Array(0);
    const length = vectors.length / count;
    const rowsAt = vectors.length;
    const dotsAt = rowsAt + length * ROWS_AT_ONCE;
    const memory = memoryOf(dotsAt + count * this.width);
    memory.set(vectors);
    this.groups.forEach((rows, group) => {
      memory.set(rows, rowsAt);
      const at = dotsAt + group * ROWS_AT_ONCE;
      loadKernel().dots(0, count, length, rowsAt * BYTES, at * BYTES, this.width * BYTES);
    });
    return memory.slice(dotsAt, dotsAt + count * this.width);
  }
}

function interleave(vectors: readonly Float32Array[]): Float32Array {
  const group = new Float32Array((vectors[0]?.length ?? 0) * ROWS_AT_ONCE);
  vectors.forEach((vector, row) => {
    for (let axis = 0; axis < vector.length; axis += 1) {
      group[axis * ROWS_AT_ONCE + row] = vector[axis] as number;
    }
  });
  return group;
}

/** The kernel's memory, which grows until it holds as many numbers. */
function memoryOf(numbers: number): Float32Array {
  const { memory } = loadKernel();
  const missing = numbers * BYTES - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return new Float32Array(memory.buffer);
}
