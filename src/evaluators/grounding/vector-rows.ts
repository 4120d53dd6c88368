import { Arithmetic, groupRows, type RowGroups } from './arithmetic';
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
  private readonly groups: RowGroups;

  constructor(vectors: readonly Float32Array[]) {
    this.groups = groupRows(vectors);
  }

  /** How many products `dotsWith` gives for a vector: more than there are rows, what is left over says nothing. */
  get width(): number {
    return this.groups.width;
  }

  /**
   * For each of `count` vectors, which follow one another, its scalar products with the rows.
   * @returns `count` times `width` numbers
   */
  dotsWith(vectors: Float32Array, count = 1): Float32Array {
    if (count === 0 || this.width === 0) return new Float32Array(0);
    const arithmetic = sharedArithmetic();
    arithmetic.clear();
    const [asked, rows] = [arithmetic.put(vectors), arithmetic.put(this.groups.numbers)];
    const products = arithmetic.dots(asked, count, rows, arithmetic.zeros(this.width), this.groups);
    return arithmetic.at(products, count * this.width).slice();
  }
}
