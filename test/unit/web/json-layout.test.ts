import { applyLayout, layOutJson } from '../../../web/src/text/json-layout';
import { segmentText } from '../../../web/src/text/segments';
import { fc } from '../../support/property';

function show(text: string, spans: [number, number][] = []) {
  const cut = segmentText(
    text,
    spans.map(([start_offset, end_offset]) => ({ start_offset, end_offset })),
  );
  const segments = applyLayout(cut, layOutJson(text) ?? []);
  return {
    text: segments.map((segment) => segment.text).join(''),
    marked: segments.filter((segment) => segment.spans.length > 0).map((segment) => segment.text),
  };
}

it.each(['{"a":1,"b":[true,null,"x y"],"c":{}}', ' { "a" : [ ] } ', '[1,\n\t2]', '{"a b":"{[:,]}"}'])(
  'indents %j like JSON.stringify',
  (text) => {
    expect(show(text).text).toBe(JSON.stringify(JSON.parse(text), null, 2));
  },
);

it.each(['', '7', '"text"', '{"a":', '{a:1}'])('does not change %j', (text) => {
  expect(layOutJson(text)).toBeNull();
});

it('preserves repeated keys, escapes and long numbers', () => {
  const text = '{"a":"\\u00e9","a":12345678901234567890}';

  expect(show(text).text).toBe('{\n  "a": "\\u00e9",\n  "a": 12345678901234567890\n}');
});

it('marks the same characters as in the raw text', () => {
  const text = '{"to":"🌉 Marrowby","code":["MB4 7QD"]}';
  const at = [...text].join('').indexOf('MB4') - 1; // one code point less than UTF-16 units

  expect(show(text, [[at, at + 7]]).marked).toEqual(['MB4 7QD']);
});

it('does not mark the white space around a value', () => {
  expect(show('[1,{"a":2}]', [[3, 10]])).toMatchObject({ marked: ['{\n    "a": 2\n  }'] });
  expect(show('{"a":1}', [[5, 6]])).toMatchObject({ marked: ['1'] });
});

it('changes only white space between tokens, for any JSON and any span', () => {
  const anyJson = fc
    .oneof(fc.object({ maxDepth: 3 }), fc.array(fc.jsonValue({ maxDepth: 2 })))
    .map((value) => JSON.stringify(value));
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(anyJson, fc.nat(30), fc.nat(30), (text, start, length) => {
      const shown = show(text, [[start, start + length]]);

      expect(JSON.parse(shown.text)).toEqual(JSON.parse(text));
      expect(bare(shown.marked.join(''))).toBe(bare([...text].slice(start, start + length).join('')));
    }),
  );
});
