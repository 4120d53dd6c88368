import { Arithmetic, BYTES, interleave, ROWS_AT_ONCE } from './arithmetic';
import { once } from './once';

const sharedArithmetic = once(() => new Arithmetic());

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
  private readonly groups: Float32Array[];

  constructor(vectors: readonly Float32Array[]) {
    this.groups = interleave(vectors);
    this.width = this.groups.length * ROWS_AT_ONCE;
  }

  /**
   * For each of `count` vectors, which follow one another, its scalar products with the rows.
   * @returns `count` times `width` numbers
   */
  dotsWith(vectors: Float32Array, count = 1): Float32Array {
    if (count === 0 || this.width === 0) return new Float32Array(0);
    const arithmetic = sharedArithmetic();
    arithmetic.clear();
    const length = vectors.length / count;
    const [asked, noBiases] = [arithmetic.put(vectors), arithmetic.zeros(ROWS_AT_ONCE)];
    const dots = arithmetic.take(count * this.width);
    this.groups.forEach((group, index) => {
      const rows = arithmetic.put(group);
      const ofGroup = dots + index * ROWS_AT_ONCE * BYTES;
      arithmetic.kernel.dots(asked, count, length, rows, noBiases, ofGroup, this.width * BYTES);
    });
    return arithmetic.read(dots, count * this.width);
  }
}
