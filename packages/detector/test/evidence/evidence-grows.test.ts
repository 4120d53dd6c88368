import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fc } from '../../../../test/support/property';
import type { Message, MessagePart, ToolDefinition } from '../../../formats';
import { findUngroundedSpans, SpanFinder } from '../../find-ungrounded-spans';
import { loadGroundingModel } from '../../model/grounding-model';
import { allLabels, makeMessage } from '../conversations';

const seed = 20_261_123;
const model = loadGroundingModel();

const words =
  'the of and to or from on is not was order delivery lamp chair costs weighs ships Berlin Paris Anna Keller Federal ' +
  'Bureau Investigation World War II Monday tomorrow next week March may May 2024 1999 noon half past quarter an a one ' +
  'two twenty hundred million dozen percent km miles hours days USD eur open closed always never some U.S. NASA de la';
const inDigits = fc.oneof(
  fc.integer({ min: 0, max: 2100 }).map(String),
  fc.integer({ min: 1, max: 999 }).map((value) => (value / 10).toFixed(1)),
  fc.constantFrom(
    '1,200',
    '$45.50',
    '12%',
    '9 to 17 km',
    '14:30',
    '5 pm',
    '3 May 2024',
    'March 5, 2024',
    '2024-03-12',
  ),
  fc.constantFrom(
    '5/03/2024',
    '5 de mayo de 2023',
    '20 °C',
    'A-1042',
    '٣٤',
    '1\u00a0250',
    'minus 4',
    '2½ hours',
  ),
);
const inWords = fc.constantFrom(
  'twenty-one',
  'two hundred and five',
  'half an hour',
  'https://shop.example/p/7?q=1',
  'desk@mail.example.com',
  '"the lamp is open"',
  'Привет мир',
  '東京は3月5日',
);
const fragment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words.split(' ')) },
  { weight: 3, arbitrary: inDigits },
  { weight: 1, arbitrary: inWords },
);
const separator = fc.constantFrom(' ', ' ', ' ', ' ', ', ', '. ', '? ', '\n', ': ', ' (', '; ');
const prose = (maxLength: number) =>
  fc
    .array(fc.tuple(fragment, separator), { minLength: 1, maxLength })
    .map((parts) => parts.flat().join('').trim());
/** What is one thing only together with what another message says. */
const half = fc.constantFrom(
  '5',
  'May',
  '2024',
  '%',
  'to',
  '7 to',
  '- 9',
  'km',
  '5 or 6 or',
  'half',
  'past 4',
  'usd',
  '',
);
const structured = fc
  .record({
    order: fc.integer({ min: 0, max: 2000 }),
    isOpen: fc.boolean(),
    eta: fc.constantFrom('2024-03-12', '2024-05-01', null),
    hours: fc.constantFrom({ Monday: '9:00-17:00' }, { Tuesday: '8:0-22:0', Monday: '10:0-12:0' }),
    WiFi: fc.constantFrom('free', 'no'),
  })
  .map((value) => JSON.stringify(value));
const asked = fc.constantFrom(
  'How long is the delivery to Berlin?',
  'The delivery to Berlin takes 5 days by express post.',
  'I am sorry, I do not know how long that is.',
);
const text = fc.oneof(
  prose(3),
  prose(14),
  half,
  structured,
  asked,
  fc.tuple(prose(4), structured, prose(4)).map((parts) => parts.join(' ')),
);
const call = fc
  .record({ query: prose(2), count: fc.integer({ min: 0, max: 30 }), date: inDigits, minutes: inDigits })
  .map(
    (args): MessagePart => ({ type: 'tool_call', id: null, name: 'search', arguments: JSON.stringify(args) }),
  );
const said = text.map((content): MessagePart => ({ type: 'text', content }));
const fromTool = text.map((response): MessagePart => ({ type: 'tool_call_response', id: null, response }));
const messageOf = (role: Message['role'], part: fc.Arbitrary<MessagePart>) =>
  fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => makeMessage(role, ...parts));
const message = fc.oneof(
  messageOf('user', said),
  messageOf('tool', fromTool),
  messageOf('developer', said),
  messageOf('assistant', fc.oneof({ weight: 3, arbitrary: said }, call)),
  messageOf('assistant', said),
);
const opening = makeMessage(
  'system',
  'You are an assistant of the shop, which delivers what it sells to all of its customers in the city.',
);
const tools: ToolDefinition[] = [
  {
    name: 'search',
    description: 'Searches',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, minutes: { type: 'string', description: 'in minutes' } },
    },
  },
];

it('finds in each reply of a conversation what it finds in that reply alone', () => {
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 2, maxLength: 16 }),
      fc.oneof(fc.constant(null), prose(5), half),
      fc.boolean(),
      (turns, domainContext, isOpened) => {
        const messages = isOpened ? [opening, ...turns] : turns;
        const issueConfig = { labels: allLabels, domainContext };
        const finder = new SpanFinder({ messages, tools, issueConfig }, model);
        for (const [position, { role }] of messages.entries()) {
          if (role !== 'assistant') continue;
          const alone = { messages: messages.slice(0, position + 1), tools, issueConfig };
          expect(finder.find(position)).toEqual(findUngroundedSpans(alone, model));
        }
      },
    ),
    { seed, numRuns: 20 },
  );
});

const spread = fc.constantFrom(
  'from 5 to 7 May 2024',
  'on May the 5 , 6 of 2023',
  'between 3 and 10 km',
  '8 or 9 or 12 miles',
  'at half past 4',
  'two hundred and five',
  '7 %',
  '40 million usd',
  'the next business week',
  'from Monday to Friday',
  'Federal Bureau of Investigation',
  'at 9 in the morning',
);
const claims = [
  'It lasts from 5 May 2024 to 6 May 2023, costs 40,000,000 USD and is 3 km away, or 8 km.',
  'The Federal Bureau of Investigation (FBI) opens at 4:30, at 9:00 or on Tuesday, says the Next Bureau.',
  'It is 7% of 205 and 9 miles from here. "Business week from Monday" is what it says.',
];

it('finds what is said over several messages', () => {
  fc.assert(
    fc.property(
      fc.array(spread, { minLength: 3, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 40, maxLength: 40 }),
      (phrases, lengths) => {
        const left = phrases.join(' ').split(' ');
        const messages = [opening];
        for (const [turn, length] of lengths.entries()) {
          if (left.length === 0) break;
          messages.push(makeMessage('user', left.splice(0, length).join(' ')));
          messages.push(makeMessage('assistant', claims[turn % claims.length] as string));
        }
        const issueConfig = { labels: allLabels, domainContext: null };
        const finder = new SpanFinder({ messages, tools, issueConfig }, model);
        for (let position = 2; position < messages.length; position += 2) {
          const alone = { messages: messages.slice(0, position + 1), tools, issueConfig };
          expect(finder.find(position)).toEqual(findUngroundedSpans(alone, model));
        }
      },
    ),
    { seed, numRuns: 20 },
  );
});

it('finds it in a conversation that is longer than what the model reads', () => {
  const sentence = (turn: number) =>
    `Parcel ${turn} left the port of Lyon with ${turn * 3} crates of blue glass. `;
  const messages = Array.from({ length: 24 }, (_, turn) => [
    makeMessage('user', Array.from({ length: 220 }, (_, line) => sentence(turn * 220 + line)).join('')),
    makeMessage(
      'assistant',
      `Parcel ${turn * 220} left the port of Turin with ${turn * 660} crates, on 3 May 2021.`,
    ),
  ]).flat();
  const issueConfig = { labels: allLabels, domainContext: 'Parcels leave on Mondays.' };
  const finder = new SpanFinder({ messages, tools, issueConfig }, model);

  for (let position = 1; position < messages.length; position += 10) {
    const alone = { messages: messages.slice(0, position + 1), tools, issueConfig };
    expect(finder.find(position)).toEqual(findUngroundedSpans(alone, model));
  }
});

/** Characters that patterns go through while the replies of a conversation are judged. */
function charactersRead(replies: number): number {
  const { matchAll } = String.prototype;
  let count = 0;
  const counted = function (this: string, pattern: RegExp) {
    count += this.length - pattern.lastIndex;
    return matchAll.call(this, pattern);
  };
  const messages = Array.from({ length: replies }, (_, turn) => [
    makeMessage(
      'user',
      `The ${turn % 2 ? 'lamp' : 'chair'} of order ${turn} costs $${turn}.50 and ships on 3 May.`,
    ),
    makeMessage(
      'assistant',
      `It costs $${turn}.50, weighs ${turn % 7} kg and ships on ${1 + (turn % 28)} May at 14:30.`,
    ),
  ]).flat();
  const finder = new SpanFinder(
    { messages, tools: [], issueConfig: { labels: allLabels, domainContext: null } },
    model,
  );
  String.prototype.matchAll = counted as typeof matchAll;
  try {
    for (let position = 1; position < messages.length; position += 2) finder.find(position);
  } finally {
    String.prototype.matchAll = matchAll;
  }
  return count;
}

it('reads twice as much for twice as many replies', () => {
  const [once, twice] = [charactersRead(60), charactersRead(120)];

  expect(twice / once).toBeGreaterThan(1.8);
  expect(twice / once).toBeLessThan(2.2);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it('does not keep the text of each reply in memory when a domain context follows it', () => {
  const filler = 'It is as it was. '.repeat(12);
  const messages = Array.from({ length: 400 }, (_, turn) => [
    makeMessage(
      'user',
      `${filler}Order ${turn} of September ${1 + (turn % 28)}, 2024 is from Anna Keller of Dover.`,
    ),
    makeMessage('assistant', 'It is from September 5, 2024.'),
  ]).flat();
  const issueConfig = { labels: allLabels, domainContext: 'Orders ship on Mondays.' };
  const finder = new SpanFinder({ messages, tools: [], issueConfig }, model);
  finder.find(1);
  const before = usedBytes();

  for (let position = 3; position < messages.length; position += 2) finder.find(position);

  // The text itself has 0.1 MB, its index some more; all texts of replies would have 23 MB.
  expect(usedBytes() - before).toBeLessThan(12 * 2 ** 20);
  finder.find(messages.length);
});
