import { parseUnit } from '../../gazetteers/units';

const ratio = (one: string, other: string): number | null => {
  const [first, second] = [parseUnit(one), parseUnit(other)];
  return first?.dimension === second?.dimension ? (first?.size ?? 0) / (second?.size ?? 0) : null;
};

describe('parseUnit', () => {
  it.each([
    ['dl', 'cl', 10],
    ['gallons', 'quarts', 4],
    ['lb', 'oz', 16],
    ['GiB', 'MiB', 1024],
    ['ms', 'µs', 1000],
    ['m/s', 'km/h', 3.6],
    ['mph', 'km/h', 1.609_344],
    ['hectares', 'square meters', 10_000],
    ['sq ft', 'square inches', 144],
    ['m²', 'cm²', 10_000],
  ])('knows how many %s are one %s', (one, other, expected) => {
    expect(ratio(one, other)).toBeCloseTo(expected, 5);
  });

  it.each(['square', 'sq', 'km/x', 'stone'])('does not know “%s”', (word) => {
    expect(parseUnit(word)).toBeNull();
  });
});
