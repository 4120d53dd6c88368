import { VectorRows } from '../../vectors/vector-rows';

const AXES = 3;
const vectors = Array.from({ length: 40 }, (_, row) => Float32Array.of(row + 0.1, -row, row * row));

/** In single precision, after each step. */
function dotOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let axis = 0; axis < AXES; axis += 1) {
    sum = Math.fround(sum + Math.fround((a[axis] as number) * (b[axis] as number)));
  }
  return sum;
}

describe('VectorRows', () => {
  it.each([1, 15, 16, 17, 40])(
    'gives the scalar product with each of %i rows, and zeros after the last',
    (count) => {
      const vector = Float32Array.of(0.3, 2, -1);

      const dots = new VectorRows(vectors.slice(0, count)).dotsWith(vector);

      const expected = vectors.slice(0, count).map((row) => dotOf(row, vector));
      expect([...dots.subarray(0, count)]).toEqual(expected);
      expect([...dots.subarray(count)].every((value) => value === 0)).toBe(true);
    },
  );

  it('gives the products of many vectors one after another, more than the memory holds at first', () => {
    const asked = Float32Array.from({ length: 20_000 * AXES }, (_, index) => Math.sin(index));
    const rows = new VectorRows(vectors);

    const dots = rows.dotsWith(asked, 20_000);

    const expected = Array.from({ length: 20_000 }, (_, index) => {
      const vector = asked.subarray(index * AXES, (index + 1) * AXES);
      return [...vectors.map((row) => dotOf(row, vector)), ...Array(rows.width - vectors.length).fill(0)];
    });
    expect(dots).toEqual(Float32Array.from(expected.flat()));
  });

  it('has nothing to compare with where there are no rows, nor anything to compare without vectors', () => {
    expect(new VectorRows([]).dotsWith(Float32Array.of(1, 2))).toHaveLength(0);
    expect(new VectorRows(vectors).dotsWith(new Float32Array(0), 0)).toHaveLength(0);
  });
});
