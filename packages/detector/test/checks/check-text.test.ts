import { checkRefusal, findQuestion } from '../../checks/check-refusal';
import { checkText } from '../../checks/check-text';
import { type Finding, mergeFindings } from '../../checks/finding';
import { indexEvidence } from '../../evidence/evidence';
import { textsOf } from '../conversations';

const check = (source: string, reply: string): (Finding & { text: string })[] =>
  mergeFindings(checkText(reply, indexEvidence(source)).findings).map((finding) => ({
    ...finding,
    text: reply.slice(finding.start, finding.end),
  }));

const evidence =
  'The Harbor Tower in Lisbon was finished on March 5, 1887 by Ann Keller and cost $1,200,000. ' +
  'It is 62.4 metres high, opens at 9:30 am, closes at 17:00 and was 45% empty in 1990. ' +
  'The mayor said: "We will never sell the tower to anyone." See https://tower.example.org/visit/hours ' +
  'or write to info@tower.example.org. Twelve hundred people visit it in summer.';

describe.each([
  ['a number', 'It is 71 metres high.', '71', 'It is 62.4 metres high.'],
  ['a rounded number', 'It is 61 metres high.', '61', 'It is about 62 metres high.'],
  ['an amount of money', 'It cost $3.4 million.', '3.4 million', 'It cost 1.2 million dollars.'],
  ['a percentage', 'In 1990 it was 54% empty.', '54%', 'In 1990 it was 45 percent empty.'],
  ['a number in words', 'It was seventy metres.', 'seventy', 'There are 1,200 visitors.'],
  ['a year', 'It was built in 1889.', '1889', 'It was built in 1887.'],
  ['a date', 'It was finished on April 6, 1887.', 'April 6, 1887', 'It was finished on 1887-03-05.'],
  ['a day without year', 'It was finished on 6 March.', '6 March', 'It was finished on 5 Mar.'],
  ['a day of the week', 'It is busy on Mondays.', 'Mondays', 'It was finished on a Saturday.'],
  ['a time of day', 'It closes at 6:15 pm.', '6:15 pm', 'It closes at 5 pm.'],
  ['a name', 'The builder was Bruno Keller.', 'Bruno Keller', "The builder was Keller's firm."],
  ['a place', 'You find it in Madrid.', 'Madrid', 'You find it in Lisbon.'],
  ['an acronym', 'People call it the XTQ.', 'XTQ', 'People call it the HT.'],
  [
    'a link',
    'See https://tower.example.com/tickets.',
    'https://tower.example.com/tickets',
    'See https://www.tower.example.org/visit/.',
  ],
  [
    'an address',
    'Write to sales@tower.example.org.',
    'sales@tower.example.org',
    'Write to INFO@tower.example.org.',
  ],
  [
    'a quotation',
    'The mayor said “we will gladly sell the tower”.',
    'we will gladly sell the tower',
    'The mayor said “we will never sell the\u00a0tower … to anyone”.',
  ],
])('%s', (_kind, invented, span, supported) => {
  it('is found when the evidence does not have it', () => {
    expect(textsOf(check(evidence, invented))).toEqual([span]);
  });

  it('is not found when the evidence has it in another form', () => {
    expect(check(evidence, supported)).toEqual([]);
  });
});

describe('a number that says something in another way', () => {
  it.each([
    [
      'a period',
      'Over the past year rents rose from 900 to 960.',
      'The 12-month range is 900 to 960.',
      'The 9-month range is 900 to 960.',
      '9-month',
    ],
    [
      'a recent period',
      'It rained a lot in the past week.',
      'It rained a lot in the last 7 days.',
      'It rained a lot in the last 17 days.',
      '17',
    ],
    ['a share of one', 'The tax is 21%.', '{"tax_rate": 0.21}', '{"tax_rate": 0.12}', '0.12'],
  ])('is supported: %s', (_, source, right, wrong, found) => {
    expect(check(source, right)).toEqual([]);
    expect(textsOf(check(source, wrong))).toEqual([found]);
  });
});

describe('a count of what is listed after it', () => {
  it.each([
    ['Bring four things: a torch, a map and a whistle.', ['four']],
    ['Bring three things: a torch, a map and a whistle.', []],
    ['It has two rooms: one with a bed, a desk and a sofa, and one without.', []],
    ['It opens at 9: bread, milk and salt are sold.', []],
  ])('is that of the list: %s', (reply, found) => {
    const source = 'Bring a torch, a map and a whistle. It has 2 rooms. It opens at 9.';
    const counts = check(source, reply).filter(({ explanation }) =>
      explanation.includes('things are listed'),
    );
    expect(textsOf(counts)).toEqual(found);
  });
});

it('reads halves of numbers in words', () => {
  const source = 'The course takes 30 months.';
  expect(check(source, 'The course takes two and a half years.')).toEqual([]);
  expect(textsOf(check(source, 'The course takes three and a half years.'))).toEqual(['three and a half']);
});

describe('days of the week next to a range of them', () => {
  const hours = 'The pottery is open Wed-Sat. The kiln is lit on weekends.';

  it.each(['It is open on Thursday.', 'The kiln is lit on Sunday.', 'It is closed on Mondays.'])(
    'are known: %s',
    (reply) => {
      expect(check(hours, reply)).toEqual([]);
    },
  );

  it.each([
    ['It is open on Tuesday.', 'Tuesday'],
    ['The kiln is lit on Mondays.', 'Mondays'],
  ])('are not known beyond it: %s', (reply, day) => {
    expect(textsOf(check(hours, reply))).toEqual([day]);
  });
});

it('does not take the end of a change for an estimate', () => {
  expect(textsOf(check('Rents rose to 380 euros.', 'Rents rose to 300 euros.'))).toEqual(['300']);
});

describe('digits of a UUID or a hash', () => {
  it.each([
    'e0f6e8d9-c992-47a4-9a3d-09d81b5a1889',
    '0c4fe8d9-1889-47a4-9a3d-09d81b5ad10c',
    '4f9c3d1a77b0e21889',
  ])('are no numbers: %s', (code) => {
    expect(textsOf(check(`The bridge was opened in 1887 (${code}).`, 'It was opened in 1889.'))).toEqual([
      '1889',
    ]);
  });

  it('are those of a shorter code', () => {
    expect(check('The bridge has the number B-1889.', 'It is bridge number 1889.')).toEqual([]);
  });
});

describe('explanations', () => {
  it('name what was looked for and the rival in the evidence', () => {
    const [finding] = check(evidence, 'It was built in 1889.');

    expect(finding?.explanation).toContain('1889');
    expect(finding?.explanation).toContain('1887');
  });

  it('name the similar name of the evidence', () => {
    expect(check(evidence, 'The builder was Bruno Keller.')[0]?.explanation).toContain('Ann Keller');
  });
});

describe('ordinary text', () => {
  it.each([
    ['an answer copied from the evidence', evidence],
    ['capitals at the start of sentences', 'However, visitors like it. Tourists come daily. I agree.'],
    ['numbered lists', 'Steps:\n1. Go there\n2. Look up\n\n13) Leave'],
    [
      'headings and labels',
      '# Opening Hours\n\n**Visitor Information:** it opens at 9:30.\n\n- Getting There: by bus',
    ],
    ['a month of a season that the evidence has', 'It is busy in July.'],
    ['greetings', 'Hello! Thanks for asking. Best regards'],
    ['a greeting with a name', 'Good Morning Ann Keller, it opens at 9:30.'],
    ['a signature', 'It opens at 9:30. Please ask HR.\n\nYours Truly,\nYour Team'],
    ['code', 'Run this:\n```\nconst Zebra = 991;\n```'],
    ['the length of the reply', 'Here is a summary in 37 words: it is high.'],
    [
      'German nouns',
      'Der Turm steht in Lissabon und die Besucher lieben seine schöne Aussicht auf das Meer.',
    ],
    ['Russian words', 'Это красивая Башня, её построили люди, которые любили Город.'],
    ['an empty reply', ' \n '],
  ])('%s gives no finding', (_kind, reply) => {
    expect(check(evidence, reply)).toEqual([]);
  });

  it.each([
    ['in Spanish', 'El puente se terminó el 5 de marzo de 1887 y mide 420,5 metros.'],
    ['in German', 'Die Brücke wurde am 5. März 1887 fertig und ist 420,5 Meter lang.'],
    ['in Polish', 'Most ukończono 5 marca 1887 roku, a jego długość wynosi 420,5 metra.'],
    ['in Russian', 'Мост построили 5 марта 1887 года, он длиной 420,5 метра.'],
  ])('that answers from evidence %s still has its dates and numbers compared', (_language, source) => {
    expect(check(source, 'The bridge was finished on March 5, 1887 in Germany, with 420.5 metres.')).toEqual(
      [],
    );
    expect(textsOf(check(source, 'The bridge was finished on March 6, 1887, with 520 metres.'))).toEqual([
      'March 6, 1887',
      '520',
    ]);
  });

  it('in Japanese still has its numbers compared', () => {
    expect(
      textsOf(check('塔は1887年に完成し、高さは62メートルです。', '塔は1889年に完成しました。')),
    ).toEqual(['1889']);
  });
});

describe('a number with a decimal comma', () => {
  it.each([
    ['Der Eintritt kostet 4,90 €.', 'Er kostet 5,90 €.', '5,90'],
    ['Der Anteil liegt bei 12,5 %.', 'Es sind 15,2 %.', '15,2 %'],
    ['Between 12,500 and 15,000 people came.', 'Exactly 500 people came.', '500'],
    ['Der Anteil liegt bei 3,5 Prozent.', 'Es sind 5,3 Prozent.', '5,3'],
    ['La ville compte 2,5 millions de gens.', 'Elle compte 3,5 millions de gens.', '3,5 millions'],
    ['Der Preis ist 1.299,50 €.', 'Der Preis ist 1.229,50 €.', '1.229,50'],
    ['Der Preis ist 1.299,50 €.', 'Der Preis ist 1229,50 €.', '1229,50'],
    ['It has 1,234,567 people.', 'It has 1,234,568 people.', '1,234,568'],
  ])('is found when it is another: %s', (source, reply, number) => {
    expect(textsOf(check(source, reply))).toEqual([number]);
  });

  it.each([
    ['Der Preis ist 1.299,50 €.', 'The price is 1299.50 euros, or about 1,300.'],
    ['Le prix est de 1\u00a0299,50 €.', 'The price is 1,299.50 euros.'],
    ['The code is 012,345,678.', 'It is 012,345,678.'],
    ['{"sizes":[12,15,18]}', 'There are sizes 12, 15 and 18.'],
    ['city,low,high\nOslo,11,23\n', 'It goes from 11 to 23 degrees.'],
    ['He won in 2001,2002 and again later.', 'He won in 2001 and 2002.'],
  ])('or a list is not found when the evidence has it in another form: %s', (source, reply) => {
    expect(check(source, reply)).toEqual([]);
  });
});

describe('digits of another script', () => {
  it.each([
    ['入場料は５００円です。', '入場料は500円です。', '入場料は８００円です。', '８００'],
    ['入場料は１，５００円です。', '入場料は1500円です。', '入場料は１，８００円です。', '１，８００'],
    ['السعر ٥٠٠ درهم', 'السعر 500 درهم', 'السعر ٨٠٠ درهم', '٨٠٠'],
  ])('are compared as numbers: %s', (source, same, other, number) => {
    expect(check(source, same)).toEqual([]);
    expect(textsOf(check(source, other))).toEqual([number]);
  });
});

describe('a numeric date', () => {
  it.each([
    ['The museum opened on 03/05/2024.', 'It opened on May 3, 2024.'],
    ['Gegründet am 01.02.1984.', 'Founded on 1 February 1984.'],
  ])('is read before a full stop: %s', (source, reply) => {
    expect(check(source, reply)).toEqual([]);
  });

  it('ignores numbers inside longer digit runs', () => {
    expect(check('Release 01.02.1984.7 is out.', 'It is of 1 February 1984.')).toHaveLength(1);
  });
});

describe('refusals', () => {
  const checkReply = (reply: string, source: string, lastUserText: string): Finding[] =>
    checkRefusal(reply, indexEvidence(source), () => findQuestion(lastUserText));
  const refusal = 'Unable to answer based on given passages.';
  const question = 'The Harbor Tower was finished by Ann Keller in 1887. When was the Harbor Tower finished?';

  it('are found when one sentence of the evidence has all of the question', () => {
    expect(checkReply(refusal, question, question)).toMatchObject([
      { start: 0, end: refusal.length, kind: 'incorrect_refusal' },
    ]);
  });

  it('are not flagged when the evidence lacks the information', () => {
    const other = question.replace('When was', 'Who painted the north wall of');

    expect(checkReply(refusal, other, other)).toEqual([]);
  });

  it.each([
    "I'm afraid I can't answer that.",
    'Sorry, but I am not able to answer that.',
    'The handbook does not mention it.',
    "I don't have information about parental leave.",
    'Based on the notes, it is not possible to say.',
  ])('are found for a question about a quantity: %s', (reply) => {
    const asked = 'How long is parental leave?';

    expect(checkReply(reply, `Parental leave is 16 weeks.\n${asked}`, asked)).toHaveLength(1);
    expect(checkReply(reply, `Parental leave is for both parents.\n${asked}`, asked)).toEqual([]);
  });

  it('are not taken for what a policy leaves out', () => {
    const asked = 'How long is parental leave?';

    expect(
      checkReply('The company does not offer it.', `Parental leave is 16 weeks.\n${asked}`, asked),
    ).toEqual([]);
  });
});
