import { minCpuMs } from '../../../test/support/cpu-time';
import { fc } from '../../../test/support/property';
import type { MessagePart } from '../../formats';
import { judge, message } from './support/grounding-twins';

const KIB = 1024;
const fact = 'The Harbor Tower was built in 1887 and has 62 floors, says Ann Lee of Dover.';

/** Repeated without end, each is what some pattern looks for, or begins and never finishes. */
const units = [
  ...[
    'a',
    'A',
    '7',
    ' ',
    '.',
    '"',
    '“',
    '(',
    '[[',
    '{',
    '`',
    '/',
    '-',
    '_',
    '@',
    '$',
    '\n',
    '\r\n',
    '\u0301',
    '\0',
  ],
  ...[
    '漢',
    'かな',
    'ภาษาไทย',
    '👨‍👩‍👧',
    'שלום ',
    'ß',
    'QmFzZTY0+/',
    'a1',
    "o'",
    'fooBar',
    'a.',
    'a@',
    'a@b.example ',
  ],
  ...[
    '1,',
    '1.',
    '1/',
    '1:',
    '1-',
    '1 ',
    '000,',
    '$1,000.50 ',
    '%41',
    '5 km ',
    'one hundred and ',
    'twenty-',
  ],
  ...[
    '12 March 2020 ',
    '2020-03-12 ',
    '12:30 ',
    'March ',
    'https://a.example/b ',
    'https://a.example/',
    'www.',
  ],
  ...[
    '{"a":1,',
    '{"a":',
    '[1,',
    '"a b c d" ',
    '"“',
    '“a b c d” ',
    '**a** ',
    '1. a\n',
    '|---',
    '```\n',
    '<a href="',
  ],
  ...['Aa ', '1,000,', '1:1 ', '1 May ', 'http://', 'e\u0301', '\ud800'],
  ...['not ', 'Mr. ', 'A. ', '... ', 'Bob ', 'and Bob ', 'It is a cat. ', 'I am sorry, but I cannot '],
];
/** Among the slowest, of numbers, names and characters. */
const slowUnits = ['1.', 'Bob ', '%41'];

/** What an ordinary text says; its time shows how slow the machine is now. */
const prose = 'The tower of Dover was built in 1887 by Ann Lee, who had seen one like it. ';

const places = [
  'reply',
  'evidence',
  'reply and evidence',
  'argument of a call',
  'evidence of a call',
] as const;
type Place = (typeof places)[number];

/**
 * CPU time of one evaluation with `length` characters of hostile text, in ms; other processes hardly change it. The
 * minimum of some where it is over the limit.
 */
function costOf(
  unit: string,
  length: number,
  place: Place,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const isHalved = place === 'reply and evidence';
  const isOfCall = place.endsWith('of a call');
  const text = unit.repeat(Math.ceil(length / unit.length / (isHalved ? 2 : 1)));
  const judged = place.includes('evidence') && !isHalved ? 'It has 62 floors.' : text;
  const part: MessagePart = isOfCall
    ? { type: 'tool_call', id: null, name: 'search', arguments: JSON.stringify({ query: judged }) }
    : { type: 'text', content: judged };
  const evidence = place.includes('evidence') ? `${fact} ${text}` : fact;
  const messages = [message('user', evidence), message('assistant', part)];
  return minCpuMs(() => judge({ messages }), limitMs);
}

/** Shorter times are mostly noise. */
const MIN_MS = 25;

/** Whether four times the text takes more than nine times as long; a square would take sixteen. */
async function isSteep(unit: string, place: Place): Promise<boolean> {
  const cost = await costOf(unit, 64 * KIB, place);
  if (cost <= 9 * MIN_MS) return false;
  const limit = 9 * Math.max(await costOf(unit, 16 * KIB, place), MIN_MS);
  return cost > limit && (await costOf(unit, 64 * KIB, place, limit)) > limit;
}

/** Whether a time is over the limit, and not only because the machine is slow: then prose takes a third of it, too. */
async function isSlow(cost: number, limit: number, length: number, place: Place): Promise<boolean> {
  return cost > limit && cost > 3 * (await costOf(prose, length, place));
}

describe('the time of the grounding evaluator', () => {
  beforeAll(() => judge({ messages: [message('user', fact), message('assistant', fact)] }));

  it.each(places)('grows in proportion to the %s', async (place) => {
    const steep: string[] = [];
    for (const unit of units.filter((_, index) => index % places.length === places.indexOf(place))) {
      if (await isSteep(unit, place)) steep.push(JSON.stringify(unit));
    }
    expect(steep).toEqual([]);
  });

  it('stays within 25 ms for 2 KiB, which servers judge on their event loop', async () => {
    const slow: string[] = [];
    for (const unit of ['1 ', ...slowUnits]) {
      const cost = await costOf(unit, 2 * KIB, 'reply', 25);
      if (await isSlow(cost, 25, 2 * KIB, 'reply'))
        slow.push(`${JSON.stringify(unit)}: ${Math.round(cost)} ms`);
    }
    expect(slow).toEqual([]);
  });

  it.each(places)('stays within seconds for 512 KiB as %s', async (place) => {
    const slow: string[] = [];
    for (const unit of slowUnits) {
      const cost = await costOf(unit, 512 * KIB, place);
      // Up to 1.5 s on an idle machine; the rest is for a busy one.
      if (await isSlow(cost, 3_000, 512 * KIB, place))
        slow.push(`${JSON.stringify(unit)}: ${Math.round(cost)} ms`);
    }
    expect(slow).toEqual([]);
  });

  it('stays within one second, or thrice the time of prose, for 64 KiB of any repeated mixture', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...units), fc.string({ minLength: 1, maxLength: 3 })), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.constantFrom(...places),
        async (mixture, place) => {
          const cost = await costOf(mixture.join(''), 64 * KIB, place);
          expect(await isSlow(cost, 1_000, 64 * KIB, place)).toBe(false);
        },
      ),
      { seed: 20_261_121, numRuns: 12, endOnFailure: true },
    ));

  it.each([
    ['adverbs before no verb', fact, 'only '.repeat(400)],
    ['words that say when', fact, `it is ${'now '.repeat(8000)}`],
    ['dots within a line', fact, `a${'.'.repeat(32_000)}a`],
    ['items of a list that was asked for', fact, `Please provide:\n- ${'a, '.repeat(8000)}`],
    ['conditions', fact, 'if a, '.repeat(6000)],
    ['commas of the evidence', `boxes${', '.repeat(8000)} left 3`, 'There are 5 boxes left.'],
    ['colons of the evidence', `boxes left${':'.repeat(16_000)} 3 a`, 'There are 5 boxes left.'],
    [
      'labels of the evidence',
      Array.from({ length: 2000 }, (_, label) => `Label ${label}: yes`).join('\n'),
      'It offers a label here. '.repeat(1000),
    ],
    [
      'the same value over and over',
      Array.from({ length: 24 }, (_, box) => `Box ${box} has 3 rooms, a bath and a sofa.`).join('\n'),
      'The box has 5 rooms. '.repeat(500),
    ],
  ])('stays within seconds for %s', async (_, evidence, reply) => {
    const messages = [message('user', evidence), message('assistant', reply)];
    const cost = await minCpuMs(() => judge({ messages }), 2000);
    expect(await isSlow(cost, 2000, 32 * KIB, 'reply')).toBe(false);
  });
});
