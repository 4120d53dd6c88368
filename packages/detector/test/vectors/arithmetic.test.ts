import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import loadWabt from 'wabt';
import { packageFolder } from '../../base/package-folder';
import { Arithmetic, groupRows } from '../../vectors/arithmetic';

describe('Arithmetic', () => {
  it('adds its bias to the product with each row, of one group and of several', () => {
    const arithmetic = new Arithmetic();
    const rows = groupRows(Array.from({ length: 20 }, (_, row) => Float32Array.of(row, 1)));
    const biases = arithmetic.put(Float32Array.from({ length: rows.width }, (_, row) => 100 * row));
    const vectors = arithmetic.put(Float32Array.of(2, 5, -1, 0));

    const sums = arithmetic.dots(vectors, 2, arithmetic.put(rows.numbers), biases, rows);

    const [first, second] = [0, rows.width].map((from) =>
      [...arithmetic.at(sums, 2 * rows.width)].slice(from, from + 20),
    );
    expect(first).toEqual(Array.from({ length: 20 }, (_, row) => 2 * row + 5 + 100 * row));
    expect(second).toEqual(Array.from({ length: 20 }, (_, row) => -row + 100 * row + 0));
  });

  it('keeps numbers when it is cleared and when its memory grows', () => {
    const arithmetic = new Arithmetic();
    const kept = arithmetic.putPermanently(Float32Array.of(1, 2, 3));
    const first = arithmetic.put(new Float32Array(1e6).fill(5));

    arithmetic.clear();

    expect(arithmetic.put(Float32Array.of(7))).toBe(first);
    expect([...arithmetic.at(kept, 3)]).toEqual([1, 2, 3]);
  });

  it('fills the last group of rows up with zeros', () => {
    const { numbers, ...size } = groupRows(
      Array.from({ length: 17 }, (_, row) => Float32Array.of(row, -row)),
    );

    expect(size).toEqual({ length: 2, width: 32 });
    expect([...numbers.subarray(32, 34)]).toEqual([16, 0]);
    expect([...numbers.subarray(48, 50)]).toEqual([-16, 0]);
  });

  it('calculates with what models/arithmetic.wat says', async () => {
    const read = (name: string) => readFileSync(join(packageFolder, 'models', name));

    const text = (await loadWabt()).parseWat('arithmetic.wat', read('arithmetic.wat').toString());

    expect(read('arithmetic.wasm').equals(text.toBinary({}).buffer)).toBe(true);
  });
});
