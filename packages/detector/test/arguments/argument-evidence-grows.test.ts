import { minCpuMs } from '../../../../test/support/cpu-time';
import { fc } from '../../../../test/support/property';
import type { Message, MessagePart, ToolDefinition } from '../../../formats';
import { ArgumentEvidence } from '../../arguments/argument-evidence';
import { checkToolArguments } from '../../arguments/check-tool-arguments';
import { Evidence, indexEvidence } from '../../evidence/evidence';
import { findUngroundedSpans, SpanFinder } from '../../find-ungrounded-spans';
import { loadGroundingModel } from '../../model/grounding-model';
import { allLabels, makeMessage } from '../conversations';

const model = loadGroundingModel();
const tools: ToolDefinition[] = [
  {
    name: 'book',
    description: 'Books a room',
    parameters: {
      type: 'object',
      properties: {
        minutes: { type: 'integer', description: 'in minutes' },
        price: { type: 'number', description: 'in cents' },
        month: { type: 'integer', description: 'the month' },
        state: { type: 'string', enum: ['OR', 'US', 'CA'] },
      },
    },
  },
];

/** Each is read as a whole only, or in another way with what another message adds. */
const phrase = fc.oneof(
  fc.constantFrom(
    'half an hour',
    'an hour and a half',
    'one and a half million',
    'two hours and a quarter',
    '2½ days',
    '1 1/2',
    'a quarter mile',
    'one hour 30 minutes',
    '3 days, 4 hours',
    'upcoming month',
  ),
  fc.constantFrom(
    '3 May 2024',
    'March 5, 2024',
    '5/03/2024',
    'the next day',
    'next business week',
    'tomorrow',
    '14:30',
    '5 pm',
  ),
  fc.constantFrom(
    '€40',
    'US$ 5',
    '40 zł',
    'Rp 5.000',
    '(206) 555 0187',
    'DE89 3704 0044',
    '4 0 1 2 8 8 8 8 1 8 8 1',
    '2.14.3',
    '192.168.0.10',
    '2 x 10^4',
    '1.5e3',
  ),
  fc.constantFrom(
    'turn off the lamp',
    'can you switch on the fan?',
    'do not enable alerts',
    'without breakfast',
    'include pets',
    'without pets',
    'with breakfast, please',
    'if you turn it on',
  ),
  fc.constantFrom(
    'minus 4',
    '2 kW',
    '10 %',
    'CO2',
    'x^2 + 3',
    '2**y',
    'DA-12345',
    "Anna's",
    'livingRoom',
    'temp',
    'U.S.A.',
    'Los Angeles',
    'Σας',
  ),
  fc.integer({ min: 0, max: 2100 }).map(String),
);
const separator = fc.constantFrom(' ', ' ', ' ', '\n', ', ', '. ', '');
const said = (maxLength: number) =>
  fc
    .array(fc.tuple(phrase, separator), { minLength: 1, maxLength })
    .map((pieces) => pieces.flat().join('').trim());

const value = fc.oneof(
  phrase,
  fc.constant(true),
  fc.constantFrom(0.1, 0.5, 1.25, 2.5, 4, -4, 30, 60, 90, 135, 150, 500, 1500, 2000, 20_000, 1_500_000),
  fc.constantFrom('2024-05-03', '2024-05-04', '2024-03-12', '14:30', '2.14.0', '2.14', '3.1.4'),
  fc.constantFrom('+12065550187', '2065550187', '401288888881881', '4012888888', 'DE8937040044', 'DA12345'),
  fc.constantFrom('EUR', 'dollar', 'PLN', '90 minutes', 'PT1H30M', '2*y', 'x^2+3', 'temperature', 'US', 'LA'),
);
const key = fc.constantFrom(
  ...(
    'lamp_on fan alerts enable_alerts include_breakfast breakfast pets include_pets minutes price month state ' +
    'power_kW hours query date phone'
  ).split(' '),
);
const call = fc.dictionary(key, value, { minKeys: 2, maxKeys: 8 }).map(callOf);

const partOf = (args: object): Extract<MessagePart, { type: 'tool_call' }> => ({
  type: 'tool_call',
  id: null,
  name: 'book',
  arguments: JSON.stringify(args),
});

function callOf(args: object): Message {
  return makeMessage('assistant', partOf(args));
}

/** Cuts a text at places of it, which may be anywhere. */
function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

it('finds in the calls of each reply what it finds when only that reply is checked', () => {
  fc.assert(
    fc.property(
      said(14),
      fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      fc.array(call, { minLength: 9, maxLength: 9 }),
      fc.option(said(3)),
      (text, places, calls, domainContext) => {
        const messages = cutAt(text, places).flatMap((piece, turn) => [
          makeMessage(turn % 3 === 2 ? 'tool' : 'user', piece),
          calls[turn] as Message,
        ]);
        const issueConfig = { labels: allLabels, domainContext };
        const finder = new SpanFinder({ messages, tools, issueConfig }, model);
        for (let position = 1; position < messages.length; position += 2) {
          const alone = { messages: messages.slice(0, position + 1), tools, issueConfig };
          expect(finder.find(position)).toEqual(findUngroundedSpans(alone, model));
        }
      },
    ),
    { seed: 20_261_124, numRuns: 70 },
  );
});

it('forgets what follows the lines that stay', () => {
  const step = fc.record({ line: said(2), rest: said(3), args: fc.dictionary(key, value, { minKeys: 6 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
      const evidence = new Evidence();
      const known = new ArgumentEvidence(evidence);
      let lines = '';
      for (const { line, rest, args } of steps) {
        lines += `${line}\n`;
        evidence.grow(lines, rest);
        const part = partOf(args);
        expect(checkToolArguments(part, tools, known)).toEqual(
          checkToolArguments(part, tools, new ArgumentEvidence(indexEvidence(lines + rest))),
        );
      }
    }),
    { seed: 20_261_125, numRuns: 80 },
  );
});

it('reads what is written over messages of one word each', () => {
  const text =
    'For five and a half hours we paid 7 EUR and a quarter of a mile on, at half past 9 on 5 May 2023, one hour 30 ' +
    'minutes, 2 1/2 days, 3 x 10 ^4 of 12 weeks and a half, minus 6 kW and two hundred and five or 1 2 3 4 5 6 7 8 9 1 2 3 ' +
    '4 5 6 7 8 9 1 2 3, then the next business week or the day after at (206) 555 0187 for an hour, without any of it.';
  const numbers = [5, 5.5, 1, 0.25, 9, 30, 90, 150, 2, 2.5, 30_000, 12, 87.5, -6, 6000, 200, 205, 60, 330];
  const texts = [
    '2023-05-05',
    '2023-05-06',
    '2023-05-10',
    '20:30',
    '2065550187',
    '1234567',
    '4567891',
    '90 minutes',
  ];
  const runs = [15, 16, 17].map((length) => '123456789123456789123'.slice(0, length));
  const part = partOf({ minutes: numbers, hours: texts, phone: runs });
  const evidence = new Evidence();
  const known = new ArgumentEvidence(evidence);
  let lines = '';
  for (const word of text.split(' ')) {
    lines += `${word}\n`;
    evidence.grow(lines, '');
    expect(checkToolArguments(part, tools, known)).toEqual(
      checkToolArguments(part, tools, new ArgumentEvidence(indexEvidence(lines))),
    );
  }
});

it('finds it in a conversation that is longer than what is read of each form', () => {
  const request = (turn: number) =>
    `Order ${turn} of 3 May ${1900 + turn}: $${turn}.50 for (206) 555 ${1000 + turn}, half an hour, version 2.${turn}.1, ` +
    `without sauce ${turn}, and 2 * x${turn}. Turn off lamp ${turn}. ${'It ships as always, says Ann Lee. '.repeat(15)}`;
  const messages = Array.from({ length: 130 }, (_, turn) => [
    makeMessage('user', request(turn)),
    callOf({ lamp_on: true, sauce: true, version: `2.${turn}.1`, formula: `2*x${turn}`, code: `DA-${turn}` }),
    callOf({ date: '2024-05-04', phone: `+1206555${1000 + turn}`, minutes: 30, price: turn * 100 + 51 }),
  ]).flat();
  const issueConfig = { labels: allLabels, domainContext: 'Every order is 2 and a half hours late.' };
  const finder = new SpanFinder({ messages, tools, issueConfig }, model);

  for (let position = 2; position < messages.length; position += 9) {
    const alone = { messages: messages.slice(0, position + 1), tools, issueConfig };
    expect(finder.find(position)).toEqual(findUngroundedSpans(alone, model));
  }
});

/** Checks each reply of a conversation, all of which call a tool. */
function checkReplies(replies: number): void {
  const messages = Array.from({ length: replies }, (_, turn) => [
    makeMessage(
      'user',
      `Book order ${turn} for ${1 + (turn % 28)} May 2024, ${turn % 7} and a half hours, with breakfast at $${turn}.50, ` +
        `version 2.${turn}.1, phone (206) 555 ${1000 + turn}. Turn off lamp ${turn}, says Anna Keller of the Harbor Tower.`,
    ),
    callOf({
      ...{
        date: `2024-05-${10 + (turn % 18)}`,
        minutes: 90,
        price: turn * 100 + 50,
        phone: `+1206555${turn}`,
      },
      ...{ version: `2.${turn}.1`, lamp_on: true, include_breakfast: true, formula: `2*x${turn}` },
      ...{ code: `DA-${turn}`, query: `Harbor ${turn}`, guests: 100_000 + turn },
    }),
  ]).flat();
  const issueConfig = { labels: allLabels, domainContext: null };
  const finder = new SpanFinder({ messages, tools, issueConfig }, model);
  for (let position = 1; position < messages.length; position += 2) finder.find(position);
}

it('takes about twice as long for twice as many replies', async () => {
  checkReplies(50);
  const once = await minCpuMs(() => checkReplies(250), 0);
  const limit = 2.6 * Math.max(once, 100);

  expect(await minCpuMs(() => checkReplies(500), limit)).toBeLessThan(limit);
});
