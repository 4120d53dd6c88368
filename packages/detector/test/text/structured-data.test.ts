import { minCpuMs } from '../../../../test/support/cpu-time';
import { scanStructuredData } from '../../text/structured-data';

/** Every field as "path=kind:value". */
const fieldsOf = (text: string): string[] =>
  scanStructuredData(text).flatMap(({ fields }) =>
    fields.map(({ path, kind, value }) => `${path.join('.')}=${kind}:${value}`),
  );

describe('scanStructuredData', () => {
  it('reads JSON with its nested paths', () => {
    expect(
      fieldsOf('{"name": "Old Mill", "stars": -3.5e1, "hours": {"Monday": "9:0-17:0"}, "open": true}'),
    ).toEqual(['name=text:Old Mill', 'stars=number:-3.5e1', 'hours.Monday=text:9:0-17:0', 'open=true:true']);
  });

  it('reads what Python prints', () => {
    expect(
      fieldsOf("{'wifi': None, 'patio': True, 'bar': False, 'owner': 'Ann', \"note\": \"it's new\"}"),
    ).toEqual([
      'wifi=null:None',
      'patio=true:True',
      'bar=false:False',
      'owner=text:Ann',
      "note=text:it's new",
    ]);
  });

  it('gives items of lists the path of their list', () => {
    expect(fieldsOf('[{"day": "Mon"}, {"days": ["Tue", ["Wed", null]]}]')).toEqual([
      'day=text:Mon',
      'days=text:Tue',
      'days=text:Wed',
      'days=null:null',
    ]);
  });

  it('reads a single named value', () => {
    expect(fieldsOf('It answered {"rain": false} today.')).toEqual(['rain=false:false']);
  });

  it('steps over escaped quotes', () => {
    expect(fieldsOf(String.raw`{"a": "say \"hi\", {ok}", 'b': 'Ann\'s', "c": "\\"}`)).toEqual([
      String.raw`a=text:say \"hi\", {ok}`,
      String.raw`b=text:Ann\'s`,
      String.raw`c=text:\\`,
    ]);
  });

  it.each([
    '{"a": 1, "b": 2, "c": "cut he',
    '{"a": 1, "b": 2, "c"',
    '{"a": 1, "b": 2,',
    '{"a": 1, "b": 2, c: 3}',
  ])('reads %j as far as it goes', (text) => {
    expect(fieldsOf(text)).toEqual(['a=number:1', 'b=number:2']);
  });

  it('finds where blocks and values are, quotes left out', () => {
    const text = 'Before {"a": "xy", "b": 12} between [{"c": 3, "d": null}] after';

    const blocks = scanStructuredData(text);

    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      '{"a": "xy", "b": 12}',
      '[{"c": 3, "d": null}]',
    ]);
    for (const { fields } of blocks) {
      for (const { start, end, value } of fields) expect(text.slice(start, end)).toBe(value);
    }
  });

  it.each([
    'See [1] and [2, 3], or [sic] and {x}.',
    'He said ["stop"], she {"went"} on.',
    'An empty {} and [] and ["only"] items.',
    '{"a" 1, "b" 2}',
    'Set {a, b} and f(x) = {1 if x else 0}.',
  ])('finds none in %j', (text) => {
    expect(scanStructuredData(text)).toEqual([]);
  });

  it('goes no deeper than fifty levels, and reads on after them', () => {
    const deep = `${'['.repeat(60)}1, 2${']'.repeat(60)}`;

    expect(() => scanStructuredData(`${deep} {"a": 1, "b": 2}`)).not.toThrow();
    expect(fieldsOf(`${deep} {"a": 1, "b": 2}`)).toEqual(
      expect.arrayContaining(['a=number:1', 'b=number:2']),
    );
  });

  it.each(['[', '{"', '{"a":', '[[1,2', "['", '[\\', '{"a":"\\', '[ ', '{}'])(
    'takes linear time for 200 KB of %j: half a second of processor time',
    async (piece) => {
      const long = piece.repeat(200_000 / piece.length);

      expect(await minCpuMs(() => scanStructuredData(long), 500)).toBeLessThan(500);
    },
  );
});
