import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root';
import { once } from './once';

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

/** How many rows `dots` multiplies with at once. */
export const ROWS_AT_ONCE = 16;
export const BYTES = Float32Array.BYTES_PER_ELEMENT;
const PAGE_BYTES = 65_536;
/** What the instructions read fastest begins at a multiple of this. */
const ALIGNMENT_BYTES = 16;

const loadModule = once(
  () => new WebAssembly.Module(readFileSync(join(packageRoot, 'models/arithmetic.wasm'))),
);

/**
 * Arithmetic in single precision on many numbers at once, which lie in a memory of their own: some for good, the others
 * until it is cleared.
 */
export class Arithmetic {
  readonly kernel = new WebAssembly.Instance(loadModule()).exports as Kernel;
  private kept = 0;
  private taken = 0;

  /** Copies numbers to where they stay. */
  keep(numbers: Float32Array): Place {
    this.clear();
    const place = this.put(numbers);
    this.kept = this.taken;
    return place;
  }

  /** Gives up all places but of what is kept. */
  clear(): void {
    this.taken = this.kept;
  }

  put(numbers: Float32Array): Place {
    const place = this.take(numbers.length);
    new Float32Array(this.kernel.memory.buffer, place).set(numbers);
    return place;
  }

  /** A place for as many numbers, with zeros. */
  zeros(count: number): Place {
    const place = this.take(count);
    new Float32Array(this.kernel.memory.buffer, place, count).fill(0);
    return place;
  }

  /** A place for as many numbers, with whatever was there before. */
  take(count: number): Place {
    const place = this.taken;
    this.taken += Math.ceil((count * BYTES) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    const { memory } = this.kernel;
    const missing = this.taken - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return place;
  }

  /** A copy of the numbers there. */
  read(place: Place, count: number): Float32Array {
    return new Float32Array(this.kernel.memory.buffer, place, count).slice();
  }
}

/** Vectors of one length in groups of sixteen, as `dots` wants rows: the first numbers of all, then the second ones. */
export function interleave(vectors: readonly Float32Array[]): Float32Array[] {
  const groups: Float32Array[] = [];
  for (let from = 0; from < vectors.length; from += ROWS_AT_ONCE) {
    const group = new Float32Array((vectors[0]?.length ?? 0) * ROWS_AT_ONCE);
    vectors.slice(from, from + ROWS_AT_ONCE).forEach((vector, row) => {
      for (let axis = 0; axis < vector.length; axis += 1) {
        group[axis * ROWS_AT_ONCE + row] = vector[axis] as number;
      }
    });
    groups.push(group);
  }
  return groups;
}
