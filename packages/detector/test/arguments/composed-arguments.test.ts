import type { ToolDefinition } from '../../../formats';
import type { Annotation } from '../../contract/annotation';
import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

function judgeArguments(
  args: Record<string, unknown>,
  { system = 'You help the guests of a hotel.', said = '', result = '', tools = [] as ToolDefinition[] },
): Annotation[] {
  const called = { type: 'tool_call', id: 'c1', name: 'look_up', arguments: '{}' } as const;
  const earlier = [
    makeMessage('assistant', called),
    makeMessage('tool', { type: 'tool_call_response', id: 'c1', response: result }),
  ];
  const call = { type: 'tool_call', id: null, name: 'act', arguments: JSON.stringify(args) } as const;
  return findSpans(
    makeInput(
      [
        makeMessage('system', system),
        makeMessage('user', said),
        ...(result === '' ? [] : earlier),
        makeMessage('assistant', call),
      ],
      tools,
    ),
  ).annotations;
}

type Row = [kind: string, said: string, args: Record<string, unknown>, found: string[]];

describe('an argument that the model words', () => {
  it.each<Row>([
    ['a query', 'The shower has been dripping all night.', { query: 'dripping shower repair' }, []],
    [
      'a query about something else',
      'The shower has been dripping.',
      { query: 'golf lessons' },
      ['golf lessons'],
    ],
    ['a name in a query', 'The shower is dripping.', { query: 'shower repair by Hansgrohe' }, ['Hansgrohe']],
    ['a message', 'Let Pia know I land at 9:40 pm.', { message: 'Hello Pia, my plane lands at 21:40.' }, []],
    [
      'a time in a message',
      'Let Pia know I land at 9:40 pm.',
      { message: 'Pia, I land at 22:40.' },
      ['22:40'],
    ],
    ['a day', 'Meet Pia on Thursday in June.', { message: 'Pia, shall we meet on Thursday, in June?' }, []],
    [
      'a day in a message',
      'Meet Pia on Thursday.',
      { message: 'Pia, shall we meet on Tuesday?' },
      ['Tuesday'],
    ],
    ['a month in a message', 'Meet Pia in June.', { message: 'Pia, shall we meet in July?' }, ['July']],
    ['a name in a message', 'Let Pia know I am ill.', { message: 'Pia, I am ill; ask Ruben.' }, ['Ruben']],
    ['a subject', 'My invoice 88120 is too high.', { subject: 'Complaint about invoice 88120' }, []],
    ['a number in a subject', 'My invoice 88120 is high.', { subject: 'Invoice 88210 too high' }, ['88210']],
    ['a class', 'My luggage got lost.', { category: 'baggage' }, []],
    ['another class', 'My luggage got lost.', { category: 'algebra' }, ['algebra']],
    ['a level', 'My luggage got lost.', { priority: 'high' }, []],
    [
      'the title of a work',
      'Play something by Bach.',
      { song_title: 'Moonlight Sonata' },
      ['Moonlight Sonata'],
    ],
  ])('is judged by its values: %s', (_kind, said, args, found) => {
    expect(textsOf(judgeArguments(args, { said }))).toEqual(found);
  });

  it.each<Row>([
    [
      'literals',
      'Open orders of C-5521?',
      { sql: "SELECT id FROM orders WHERE customer = 'C-5521' LIMIT 20" },
      [],
    ],
    ['a wrong literal', 'Orders of C-5521?', { sql: "SELECT id FROM t WHERE c = 'C-5512'" }, ['C-5512']],
    ['a wrong number', 'Orders above 250?', { sql: 'SELECT id FROM orders WHERE total > 260' }, ['260']],
    ['operands', 'I paid 412 and got 118 back.', { expression: '412 - 118' }, []],
    ['a wrong operand', 'I paid 412 and got 118 back.', { expression: '412 - 181' }, ['181']],
  ])('is judged by what it states in SQL and calculations: %s', (_kind, said, args, found) => {
    expect(textsOf(judgeArguments(args, { said }))).toEqual(found);
  });
});

describe('an amount of a call', () => {
  const result = JSON.stringify([
    { room: 'R201', prices: { single: 83, double: 131 } },
    { room: 'R305', prices: { single: 97, double: 158 } },
  ]);
  const said = 'Both doubles please, 50 from my voucher V77 and the rest from card K88. In total 289.';

  it.each([
    [
      'what the records of its codes add up to',
      { rooms: [{ room: 'R201' }, { room: 'R305' }], amount: 180 },
      [],
    ],
    ['none of it', { rooms: [{ room: 'R201' }, { room: 'R305' }], amount: 190 }, ['190']],
    ['a price for each of a list', { room: 'R201', guests: [{ age: null }, { age: null }], amount: 166 }, []],
    ['the rest of a stated total', { payments: [{ amount: 50 }, { amount: 239 }] }, []],
    ['not the rest', { payments: [{ amount: 50 }, { amount: 229 }] }, ['229']],
  ])('may be worked out: %s', (_kind, args, found) => {
    expect(textsOf(judgeArguments(args, { said, result }))).toEqual(found);
  });
});

describe('a number of people', () => {
  it.each<Row>([
    ['two', 'Two nights for me and my brother.', { guests: 2 }, []],
    ['three', 'A table at 7 for myself, my aunt and my cousin.', { guests: 3 }, []],
    ['others', 'A table at 7 for myself, my aunt and my cousin.', { guests: 4 }, ['4']],
    ['something else', 'A table at 7 for myself, my aunt and my cousin.', { tables: 3 }, ['3']],
  ])('is that of a list: %s', (_kind, said, args, found) => {
    expect(textsOf(judgeArguments(args, { said }))).toEqual(found);
  });
});

describe('a place as a code', () => {
  it.each<Row>([
    ['an airport', 'Fly from Helsinki to Madrid.', { from: 'HEL', to: 'MAD' }, []],
    ['an airport of another city', 'Fly from Helsinki to Madrid.', { from: 'HEL', to: 'LIS' }, ['LIS']],
    ['the city of an airport', 'I land at MUC.', { city: 'Munich, Germany' }, []],
    ['a time zone', 'What time is it in Lisbon?', { zone: 'Europe/Lisbon' }, []],
    ['another time zone', 'What time is it in Lisbon?', { zone: 'Europe/Warsaw' }, ['Europe/Warsaw']],
  ])('is supported by its name: %s', (_kind, said, args, found) => {
    expect(textsOf(judgeArguments(args, { said }))).toEqual(found);
  });
});

describe('instructions of the assistant', () => {
  const system =
    'You book rooms. Always ask for the date. Guests must cancel 6 days before. Use the chain id NORD-7. ' +
    'Never show more than 15 results. Your manager sits in Aarhus. You must be polite, as tomorrow is another day.';

  it.each<Row>([
    ['a number of something else', 'Book a room for us.', { nights: 6 }, ['6']],
    ['a number for the parameter', 'Which rooms are there?', { max_results: 15 }, []],
    ['a code', 'Which rooms are there?', { chain: 'NORD-7' }, []],
    ['another code', 'Which rooms are there?', { chain: 'NORD-9' }, ['NORD-9']],
    ['a day that they do not set', 'Book a room for us.', { date: '2025-03-09' }, ['2025-03-09']],
  ])('support what they set: %s', (_kind, said, args, found) => {
    expect(textsOf(judgeArguments(args, { system, said }))).toEqual(found);
  });

  it('say what day it is', () => {
    const dated = `${system} Today is 2025-03-08.`;
    expect(judgeArguments({ date: '2025-03-09' }, { system: dated, said: 'A room for tomorrow.' })).toEqual(
      [],
    );
    expect(textsOf(judgeArguments({ date: '2027-08-19' }, { system: dated, said: 'For tomorrow.' }))).toEqual(
      ['2027-08-19'],
    );
  });
});
