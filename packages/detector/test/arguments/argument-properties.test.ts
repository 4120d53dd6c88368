import { fc } from '../../../../test/support/property';
import { ArgumentEvidence } from '../../arguments/argument-evidence';
import { checkToolArguments } from '../../arguments/check-tool-arguments';
import { indexEvidence } from '../../evidence/evidence';

const check = (request: string, args: string) =>
  checkToolArguments(
    { type: 'tool_call', id: null, name: 'search', arguments: args },
    [],
    new ArgumentEvidence(indexEvidence(request)),
  );

const word = fc.stringMatching(/^[A-Za-z]{1,10}$/);
const piece = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 999_999 }).map(String) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 999, noNaN: true }).map((value) => value.toFixed(2)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2024-03-05',
      '10:30',
      'a@b.example',
      'DA-12345',
      'x^2+3',
      'été',
      '東京',
      '"',
      '\\',
    ),
  },
);
const request = fc.array(piece, { minLength: 1, maxLength: 25 });
const place = fc.tuple(fc.nat(), fc.nat({ max: 8 }));

it('never finds what is copied from the conversation word for word', () => {
  fc.assert(
    fc.property(request, fc.array(place, { minLength: 1, maxLength: 6 }), (pieces, places) => {
      const copies = places.map(([at, length]) =>
        pieces.slice(at % pieces.length, (at % pieces.length) + length + 1).join(' '),
      );
      const numbers = pieces.filter((text) => /^\d+(\.\d+)?$/.test(text)).map(Number);

      expect(check(pieces.join(' '), JSON.stringify({ copies, nested: { numbers } }))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const foreignWord = fc.stringMatching(/^[qxzjkv]{9}$/);
const foreignNumber = fc.integer({ min: 1_000_001, max: 9_999_999 }).filter((value) => value % 100 !== 0);
const plainRequest = fc.array(
  fc.oneof(fc.stringMatching(/^[a-p]{1,10}$/), fc.integer({ min: 0, max: 9999 }).map(String)),
  { minLength: 1, maxLength: 25 },
);

it('finds a word and a number that the conversation does not have, anywhere, at their offsets', () => {
  fc.assert(
    fc.property(
      plainRequest,
      foreignWord,
      foreignNumber,
      fc.nat({ max: 4 }),
      (pieces, text, value, depth) => {
        const copied = pieces.slice(0, 3).join(' ');
        let args: unknown = { 'a "key"': copied, word: text, list: [true, null, copied, value] };
        for (let level = 0; level < depth; level += 1) args = { level: [args] };
        const source = JSON.stringify(args, null, depth);

        const found = check(pieces.join(' '), source);

        expect(found.map(({ start, end }) => source.slice(start, end))).toEqual([text, String(value)]);
        expect(found.map(({ parameterName }) => parameterName.replace(/level\.0\./g, ''))).toEqual([
          'word',
          'list.3',
        ]);
      },
    ),
    { numRuns: 200 },
  );
});

it('checks any arguments and any schema without throwing, with findings inside of the arguments', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.oneof(fc.string(), fc.json()),
      fc.dictionary(fc.string(), fc.json()),
      (text, args, parameters) => {
        const found = checkToolArguments(
          { type: 'tool_call', id: null, name: 'search', arguments: args },
          [{ name: 'search', description: null, parameters: { properties: parameters } }],
          new ArgumentEvidence(indexEvidence(text)),
        );

        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(args.length);
        }
      },
    ),
  );
});
