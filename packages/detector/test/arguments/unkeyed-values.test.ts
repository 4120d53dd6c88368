import { minCpuMs } from '../../../../test/support/cpu-time';
import { ArgumentEvidence } from '../../arguments/argument-evidence';
import { checkToolArguments } from '../../arguments/check-tool-arguments';
import { scanUnkeyedValues } from '../../arguments/unkeyed-values';
import { indexEvidence } from '../../evidence/evidence';

const MEBIBYTE = 1 << 20;
// Two seconds on an idle machine; the rest is for a busy one.
const MAX_CPU_MS = 4_000;

describe('leaves of arguments that are no JSON', () => {
  it.each([
    [
      "city='Paris', n=3",
      [
        ['city', 'Paris'],
        ['n', '3'],
      ],
    ],
    [
      '{"a": "x\\u0041", "b": 4.5, "c": "cut o',
      [
        ['a', 'x\\u0041'],
        ['b', '4.5'],
        ['c', 'cut o'],
      ],
    ],
    ["{'city': 'L\\'Aquila'}", [['city', "L\\'Aquila"]]],
    [' Paris, Texas ', [[undefined, 'Paris, Texas']]],
    [' {[ ', []],
  ])('are values with the names before them in %j', (text, expected) => {
    expect(scanUnkeyedValues(text).map(({ path, start, end }) => [path[0], text.slice(start, end)])).toEqual(
      expected,
    );
  });
});

const numbers = Array.from({ length: 100_000 }, (_, index) => index * 7);

it.each([
  ['100,000 numbers', JSON.stringify({ a: numbers })],
  [
    '50,000 keys',
    JSON.stringify(Object.fromEntries(numbers.slice(0, 50_000).map((number) => [`k${number}`, number]))),
  ],
  ['one long word', JSON.stringify('x'.repeat(MEBIBYTE))],
  ['one long formula', JSON.stringify('1+'.repeat(MEBIBYTE / 2))],
  ['escapes', JSON.stringify('\\\n"'.repeat(MEBIBYTE / 6))],
  ['brackets', '['.repeat(MEBIBYTE / 2) + ']'.repeat(MEBIBYTE / 2)],
  ['open quotes', `{"a": "${'\\"'.repeat(MEBIBYTE / 2)}`],
  ['apostrophes', "'".repeat(MEBIBYTE)],
  ['digits that are no JSON', `{${'1.'.repeat(MEBIBYTE / 2)}`],
  ['white space that is no JSON', `{"a":${' '.repeat(MEBIBYTE)}x`],
  ['signs of addresses', JSON.stringify('a@'.repeat(MEBIBYTE / 2))],
])('%s, up to a mebibyte, are checked within seconds of processor time', async (_what, args) => {
  const evidence = new ArgumentEvidence(
    indexEvidence('Book 3 tickets to Paris on March 5th for 12 dollars.'),
  );
  const call = { type: 'tool_call', id: null, name: 'search', arguments: args } as const;

  const cost = await minCpuMs(() => checkToolArguments(call, [], evidence), MAX_CPU_MS);

  expect(cost).toBeLessThan(MAX_CPU_MS);
});
