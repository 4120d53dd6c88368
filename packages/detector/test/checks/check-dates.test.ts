import { minCpuMs } from '../../../../test/support/cpu-time';
import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';

const check = (source: string, reply: string) => checkText(reply, indexEvidence(source));
const found = (source: string, reply: string): string[] =>
  check(source, reply).findings.map(({ start, end }) => reply.slice(start, end));
const supported = (source: string, reply: string): string[] =>
  check(source, reply).supported.map(({ start, end }) => reply.slice(start, end));

describe('a date that words give from a date of the evidence', () => {
  it.each([
    [
      'Today is Sunday, 8 June 2025.\nWhat day is it tomorrow?',
      'It is 9 June 2025.',
      'It is 11 June 2025.',
      '11 June 2025',
    ],
    [
      'Now: 2025-06-08 10:15.\nRemind me the day after tomorrow.',
      'I set it for June 10, 2025.',
      'I set it for June 12, 2025.',
      'June 12, 2025',
    ],
    [
      'Today is Sunday, 8 June 2025.\nMeet me next Friday.',
      'We meet on 13 June 2025.',
      'We meet on 14 June 2025.',
      '14 June 2025',
    ],
    [
      '{"departure": "2025-06-20"}\nMove it to two days later.',
      'It now leaves on 2025-06-22.',
      'It now leaves on 2025-06-24.',
      '2025-06-24',
    ],
    [
      'Ordered on Monday, 2 June 2025. Printing takes 4 days.',
      'It is ready on 6 June 2025.',
      'It is ready on 9 June 2025.',
      '9 June 2025',
    ],
    [
      'The course begins on 2 June 2025.',
      'The day after that, 3 June 2025, is free.',
      'The day after that, 5 June 2025, is free.',
      '5 June 2025',
    ],
  ])('is right: %s', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(supported(source, right)).not.toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });

  it('is far from a duration only by chance', () => {
    const source = `Opened on 2 June 2025. ${'The hall is large. '.repeat(20)}Building it took 4 days.`;

    expect(found(source, 'It opened on 6 June 2025.')).toEqual(['6 June 2025']);
  });
});

describe('a day of the week next to a date', () => {
  it('is found where it is that of another date', () => {
    const { findings } = check('It was on 8 June 2025.', 'It was on Tuesday, 8 June 2025.');

    expect(findings[0]).toMatchObject({
      explanation: '8 June 2025 is a Sunday, not a Tuesday.',
      kind: 'reasoning_error',
      confidence: 0.85,
    });
  });

  it.each(['It was on Sunday, 8 June 2025.', 'It was on 8 June 2025 (Sun).', 'It was on Sun 8 June.'])(
    'is right: %s',
    (reply) => {
      expect(found('It was on 2025-06-08.', reply)).toEqual([]);
    },
  );
});

describe('a date or time in another notation', () => {
  it.each([
    [
      '{"at": "2025-06-08T17:45:00Z"}',
      'It was on June 8 at 5:45 PM.',
      'It was on June 8 at 5:45 AM.',
      '5:45 AM',
    ],
    ['{"arrival": "09:20:00"}', 'It arrives at 9:20 am.', 'It arrives at 9:20 pm.', '9:20 pm'],
    ['we met on may 4 in oslo', 'They met on May 4th.', 'They met on May 6th.', 'May 6th'],
  ])('is supported: %s', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(supported(source, right)).not.toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });

  it('is left to the model in the same notation', () => {
    expect(supported('It opens on 8 June 2025 at 9:20.', 'It opens at 9:20 on 8 June 2025.')).toEqual([]);
  });
});

describe('a word for a day from that of the conversation', () => {
  const source =
    'Today is 2 June 2025. The boat to Kell leaves on 5 June 2025. Tickets: sold since 20 May 2025.';

  it.each([
    ['The boat leaves tomorrow.', 'tomorrow'],
    ['The boat leaves the day after tomorrow.', 'the day after tomorrow'],
    ['It left yesterday.', 'yesterday'],
  ])('is wrong: %s', (reply, wrong) => {
    expect(found(source, reply)).toEqual([wrong]);
  });

  it.each([
    [source, 'The boat leaves in three days.'],
    [source, 'I will ask again tomorrow.'],
    [`${source} Breakfast starts tomorrow.`, 'Breakfast starts tomorrow.'],
    [`${source} The market is on Tuesday.`, 'The market is tomorrow.'],
    ['The boat leaves on 5 June 2025.', 'The boat leaves tomorrow.'],
    ['Today is 2 June 2025.', 'The boat leaves tomorrow.'],
  ])('of “%s” may be right: %s', (evidence, reply) => {
    expect(found(evidence, reply)).toEqual([]);
  });
});

describe('a month', () => {
  it.each([
    ['The pool opens in spring.', 'It opens in April.', 'It opens in October.', 'October'],
    [
      'Prices rose last month. It was written on 3 May 2024.',
      'They rose in April.',
      'They rose in August.',
      'August',
    ],
  ])('is meant by “%s”, another is not', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });

  it('is any where no date says which this one is', () => {
    expect(found('Prices rose last month.', 'They rose in April.')).toEqual([]);
  });
});

describe('a day of the week', () => {
  it('is next to a date where the evidence says “tomorrow”', () => {
    const source = 'Written on 5 June 2025. The boat leaves tomorrow.';

    expect(found(source, 'It leaves on Friday.')).toEqual([]);
    expect(found(source, 'It leaves on Sunday.')).toEqual(['Sunday']);
  });

  const lesson = 'The first lesson is on 17 June 2025 at noon, the second on Friday, 20 June 2025.';

  it('is supported where it is that of a date that names none', () => {
    expect(supported(lesson, 'The first lesson is on a Tuesday.')).toEqual(['Tuesday']);
    expect(supported(lesson, 'The first lesson is on a Friday.')).toEqual([]);
  });

  it('is not every one between those of dates', () => {
    expect(supported(lesson, 'There are lessons from Tuesday to Friday.')).toEqual([]);
  });

  it('is found where no date has it', () => {
    expect(found(lesson, 'The first lesson is on a Thursday.')).toEqual(['Thursday']);
  });
});

describe('a time in the other half of the day', () => {
  it.each([
    ['The bakery opens at 6 am and closes at 3 pm.', 'It opens at 6 am.', 'It opens at 6 pm.', '6 am'],
    [
      'The bakery closes at 11 pm.',
      'It closes at 23:00.',
      'It closes at 11 in the morning, at 11 am.',
      '11 pm',
    ],
    ['{"gate": "C4", "boarding": "08:25"}', 'Boarding is at 8:25 am.', 'Boarding is at 8:25 pm.', '08:25'],
    ['{"start": "2025-06-08T09:30:00"}', 'It starts at 9:30 a.m.', 'It starts at 9:30 p.m.', '09:30:00'],
    ['Landing 18:40, bags from 19:05.', 'You land at 6:40 pm.', 'You land at 6:40 am.', '18:40'],
  ])('is wrong: %s', (source, right, wrong, written) => {
    expect(found(source, right)).toEqual([]);
    expect(check(source, wrong).findings).toMatchObject([
      { confidence: 0.8, explanation: expect.stringContaining(`The evidence has “${written}”, not`) },
    ]);
  });

  it.each([
    ['The visit is at 10:30.', 'The visit is at 10:30 pm.'],
    ['Open 09:00-05:00.', 'It closes at 5 pm.'],
    ['Open 9-5, call us at 9 am.', 'It closes at 5 pm.'],
    ['It opens at 8 am and at 8 pm.', 'It opens at 8 pm.'],
  ])('may be meant: %s', (source, reply) => {
    expect(found(source, reply)).toEqual([]);
  });

  it('is less sure where it may be twelve hours later', () => {
    expect(
      check('Take one at 7 am, then every 12 hours.', 'Take the next at 7 pm.').findings[0]?.confidence,
    ).toBe(0.6);
  });
});

describe('opening hours in words', () => {
  it('are those that the evidence shortens', () => {
    const source = 'Desk: Tue-Sat 8-16';

    expect(supported(source, 'The desk is open Tuesday to Saturday from 8 to 4.')).toEqual([
      '8 to 4',
      'Tuesday',
      'Saturday',
    ]);
    expect(found(source, 'The desk is open Monday to Saturday from 8 to 4.')).toEqual(['Monday']);
    expect(supported(source, 'It is open from 8 to 5.')).toEqual([]);
  });
});

it('reads each sentence once for times that follow from others', async () => {
  const evidence = indexEvidence('The boat leaves at 17:35 and takes 2 h 50 min.');
  const reply = 'It ends at 20:25. '.repeat(8000);

  expect(await minCpuMs(() => checkText(reply, evidence), 3000)).toBeLessThan(3000);
});
