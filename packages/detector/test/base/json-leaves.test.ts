import { nameOfPath, scanJsonLeaves } from '../../base/json-leaves';

describe('leaves of JSON', () => {
  it('have values, paths and the offsets of their source', () => {
    const text = ' {"a\\n":[1.5e3, {"b" : "caf\\u00e9 \\"x\\""}],\n"c":{},"d":[],"":null, "e":false}';

    const leaves = scanJsonLeaves(text) ?? [];

    expect(leaves.map(({ path, value, start, end }) => [path, value, text.slice(start, end)])).toEqual([
      [['a\n', 0], 1500, '1.5e3'],
      [['a\n', 1, 'b'], 'café "x"', 'caf\\u00e9 \\"x\\"'],
      [[''], null, 'null'],
      [['e'], false, 'false'],
    ]);
  });

  it('include those of every repeated key', () => {
    expect(scanJsonLeaves('{"a":1,"a":2}')?.map(({ value }) => value)).toEqual([1, 2]);
  });

  it('are found after values of any depth', () => {
    const deep = `[${'['.repeat(50_000)}1${']'.repeat(50_000)},2]`;

    expect(scanJsonLeaves(deep)?.map(({ value }) => value)).toEqual([1, 2]);
  });

  it('have names of bounded length for any keys', () => {
    const open = `{"${'😀'.repeat(10_000)}":`;
    const [leaf] = scanJsonLeaves(`${open.repeat(40)}1${'}'.repeat(40)}`) ?? [];

    const name = nameOfPath(leaf?.path ?? []);
    expect(name.length).toBeLessThanOrEqual(256);
    expect(name.isWellFormed()).toBe(true);
  });

  it.each(['', '{', '{"a":}', "{'a':1}", 'Paris'])('are null for %j, which is no JSON', (text) => {
    expect(scanJsonLeaves(text)).toBeNull();
  });
});
