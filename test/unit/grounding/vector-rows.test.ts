import { dot, VectorRows } from '../../../src/evaluators/grounding/vector-rows';

describe('VectorRows', () => {
  const vectors = Array.from({ length: 6 }, (_, row) => Float32Array.of(row + 0.1, -row, row * row));

  it.each([1, 4, 6])('gives the scalar product with each of %i rows, and zeros after the last', (count) => {
    const vector = Float32Array.of(0.3, 2, -1);

    const dots = new VectorRows(vectors.slice(0, count)).dotsWith(vector);

    const expected = vectors.slice(0, count).map((row) => dot(row, vector));
    expect([...dots.subarray(0, count)]).toEqual(expected);
    expect([...dots.subarray(count)].every((value) => value === 0)).toBe(true);
  });

  it('has nothing to compare with where there are no rows', () => {
    expect(new VectorRows([]).dotsWith(Float32Array.of(1, 2))).toHaveLength(0);
  });
});
