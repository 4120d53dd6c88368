const ROWS_AT_ONCE = 4;

/** The scalar product of two vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis += 1) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

/** Vectors of one length, at hand in one piece of memory, to be compared with others one after another. */
export class VectorRows {
  /** Four vectors lie side by side, the first numbers of all four before the second ones. */
  private readonly values: Float64Array;

  constructor(vectors: readonly Float32Array[]) {
    const length = vectors[0]?.length ?? 0;
    const groups = Math.ceil(vectors.length / ROWS_AT_ONCE);
    this.values = new Float64Array(groups * ROWS_AT_ONCE * length);
    vectors.forEach((vector, row) => {
      const place = row % ROWS_AT_ONCE;
      const start = (row - place) * length + place;
      vector.forEach((value, axis) => {
        this.values[start + axis * ROWS_AT_ONCE] = value;
      });
    });
  }

  /**
   * The scalar product of the vector and each row, as `dot` gives it. What takes time is to wait for the last addition
   * before the next, so four rows are added up side by side. After the last row there may be zeros.
   */
  dotsWith(vector: Float32Array): Float64Array {
    const { values } = this;
    const dots = new Float64Array(values.length / vector.length);
    let at = 0;
    for (let row = 0; row < dots.length; row += ROWS_AT_ONCE) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let axis = 0; axis < vector.length; axis += 1, at += ROWS_AT_ONCE) {
        const value = vector[axis] as number;
        a += value * (values[at] as number);
        b += value * (values[at + 1] as number);
        c += value * (values[at + 2] as number);
        d += value * (values[at + 3] as number);
      }
      dots[row] = a;
      dots[row + 1] = b;
      dots[row + 2] = c;
      dots[row + 3] = d;
    }
    return dots;
  }
}
