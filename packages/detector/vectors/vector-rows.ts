import { Arithmetic, computeWidth, groupRows, setRow } from './arithmetic';

let shared: Arithmetic | null = null;

/** One for all rows: products are copied before the next are made. */
function getArithmetic(): Arithmetic {
  shared ??= new Arithmetic();
  return shared;
}

/** Vectors of one length, to be compared with others: many at once, in single precision. */
export class VectorRows {
  private length: number;
  private numbers: Float32Array;
  private rowCount: number;

  constructor(vectors: readonly Float32Array[] = []) {
    const { length, numbers } = groupRows(vectors);
    this.length = length;
    this.numbers = numbers;
    this.rowCount = vectors.length;
  }

  get count(): number {
    return this.rowCount;
  }

  /** How many products `dotsWith` gives for a vector: more than there are rows, what is left over says nothing. */
  get width(): number {
    return computeWidth(this.rowCount);
  }

  push(vector: Float32Array): void {
    this.length = vector.length;
    if (this.numbers.length < computeWidth(this.rowCount + 1) * this.length) {
      const numbers = new Float32Array(computeWidth(2 * this.rowCount + 1) * this.length);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    setRow(this.numbers, this.rowCount, vector);
    this.rowCount += 1;
  }

  pop(): void {
    this.rowCount -= 1;
  }

  /**
   * For each of `count` vectors, which follow one another, its scalar products with the first `rows` rows.
   * @returns `count` times `width` numbers, or fewer where fewer rows are asked for
   */
  dotsWith(vectors: Float32Array, count = 1, rows = this.rowCount): Float32Array {
    const [width, { length }] = [computeWidth(rows), this];
    if (count === 0 || width === 0) return new Float32Array(0);
    const arithmetic = getArithmetic();
    arithmetic.clear();
    const [queryAt, rowsAt] = [
      arithmetic.put(vectors),
      arithmetic.put(this.numbers.subarray(0, width * length)),
    ];
    const products = arithmetic.dots(queryAt, count, rowsAt, arithmetic.zeros(width), { length, width });
    return arithmetic.at(products, count * width).slice();
  }
}
