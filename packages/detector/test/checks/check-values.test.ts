import { seededRandom } from '../../../statistics';
import { checkValues } from '../../checks/check-values';
import { indexEvidence } from '../../evidence/evidence';
import { readNumbers } from '../../values/numbers';

const check = (source: string, reply: string) => checkValues(readNumbers(reply), indexEvidence(source));
const found = (source: string, reply: string): string[] =>
  check(source, reply).findings.map(({ start, end }) => reply.slice(start, end));
const supported = (source: string, reply: string): string[] =>
  check(source, reply).supported.map(({ start, end }) => reply.slice(start, end));

describe('a number that the evidence has in a unit', () => {
  const trail =
    'The path is 5 km long, 9.6 m wide and climbs 300 metres in 6 hours. A ticket costs $12, a map 8 euros. At noon it was 20 °C. ' +
    'Take 3 tablespoons of oil and 2 to 4 cups of flour, or 250 ml. 7 guides live there.';

  it.each([
    ['a length', 'It is 5 miles long.', '5 miles'],
    ['a height', 'It climbs 300 feet.', '300 feet'],
    ['a time', 'It takes six days.', 'six days'],
    ['a currency before the number', 'A ticket costs €12.', '€12'],
    ['a currency after the number', 'A map costs 8 dollars.', '8 dollars'],
    ['a temperature', 'It was 20 degrees Fahrenheit.', '20 degrees Fahrenheit'],
    ['a spoon', 'Take 3 teaspoons of oil.', '3 teaspoons'],
    ['a small length that it does not have', 'It is 9 miles long.', '9 miles'],
    ['a small time that it does not have', 'It takes nine hours.', 'nine hours'],
    ['a small amount that it does not have', 'A ticket costs $9.', '$9'],
  ])('is found in another one: %s', (_kind, reply, expected) => {
    expect(found(trail, reply)).toEqual([expected]);
  });

  it.each([
    ['the same unit in another spelling', 'It is 5 kilometers long, climbs 300 m, and costs 12 USD.'],
    ['the symbol of a spoon', 'Take 3 tbsp of oil.'],
    ['the first number of a range', 'You need 2 cups of flour.'],
    ['a number without a unit', 'There are 5 of them, and 12 more.'],
    ['a number that has no unit in the evidence', 'It is 7 miles to the guides.'],
    ['a small one without a unit', 'It passes 9 huts.'],
    ['time between two events', 'It closed nine days later.'],
    ['an idiom', 'It was open nine days a week.'],
    ['a rounded number', 'It is 10 metres wide.'],
    ['another quantity', 'It costs $5.'],
  ])('is not found as %s', (_kind, reply) => {
    expect(found(trail, reply)).toEqual([]);
  });

  it('is named as the evidence has it', () => {
    expect(check(trail, 'It is 5 miles long.').findings[0]?.explanation).toBe(
      'The evidence does not have “5 miles” but “5 km”.',
    );
  });
});

describe('a rounded percentage', () => {
  it.each([
    ['Turnout was 61.37%.', 'Turnout was 61.4%.', 'Turnout was 61.7%.', '61.7%'],
    ['Turnout was 61.37%.', 'About 61 percent voted.', 'About 73 percent voted.', '73 percent'],
    ['{"bounce_rate":0.0474}', 'The bounce rate is 4.7%.', 'The bounce rate is 7.4%.', '7.4%'],
  ])('follows from %s', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });
});

describe('a quantity in another unit', () => {
  it.each([
    ['The lease runs for 36 months.', 'It runs for three years.', 'It runs for two years.', 'two years'],
    ['Rest it for 72 hours.', 'Rest it for three days.', 'Rest it for four days.', 'four days'],
    ['The parcel weighs 1.25 kg.', 'It weighs 1250 grams.', 'It weighs 1520 grams.', '1520'],
    ['The route is 42 km long.', 'It is about 26 miles long.', 'It is about 35 miles long.', '35'],
    ['The disk has 2 TB.', 'It has 2,048 GB, or 2000 GB.', 'It has 2,500 GB.', '2,500'],
    ['It takes 2 h 20 min.', 'It takes 140 minutes.', 'It takes 160 minutes.', '160'],
    [
      'Wait 95 minutes.',
      'Wait 1 hour and 35 minutes.',
      'Wait 1 hour and 55 minutes.',
      '1 hour and 55 minutes',
    ],
    ['{"wait_seconds": 300}', 'You wait 5 minutes.', 'You wait 15 minutes.', '15'],
    ['{"weightKg": 2.5}', 'It weighs 2500 g.', 'It weighs 2.5 tonnes.', '2.5 tonnes'],
    ['{"hours_ago": 2}', 'That was 120 minutes ago.', 'That was 7 days ago.', '7 days'],
    ['It was 30 °C.', 'It was 86 °F.', 'It was 96 °F.', '96'],
    ['The hose is 4 m long.', 'It is 400 cm, or 13.1 feet.', 'It is 460 cm.', '460'],
  ])('follows from: %s', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(supported(source, right)).not.toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });
});

describe('a number in another notation', () => {
  it.each([
    [
      'The budget is 3 450 000 €.',
      'The budget is €3.45 million.',
      'The budget is €3.54 million.',
      '3.54 million',
    ],
    ['{"total":1203.4}', 'The total is 1,203.40.', 'The total is 1,230.40.', '1,230.40'],
    ['The price is ₹45,00,000.', 'The price is ₹4,500,000.', 'The price is ₹5,400,000.', '5,400,000'],
    ['Sie kostet 12’500 Franken.', 'It costs CHF 12,500.', 'It costs CHF 15,200.', '15,200'],
    ['The PIN is 77\u200b31\u200b08.', 'The PIN is 773108.', 'The PIN is 773801.', '773801'],
    ['Call 030-555-0147 for help.', 'Call +49305550147.', 'Call +49305550174.', '49305550174'],
    ['We may lose 3 mln.', 'They may lose 3 million.', 'They may lose 7 million.', '7 million'],
    [
      '(in thousands)\nSales 8,315',
      'Sales were $8.315 million.',
      'Sales were $8.531 million.',
      '8.531 million',
    ],
    [
      'The id is 8812345678901234567.',
      'It is 8812345678901234567.',
      'It is 8812345678901234568.',
      '8812345678901234568',
    ],
  ])('is the same: %s', (source, same, other, expected) => {
    expect(found(source, same)).toEqual([]);
    expect(found(source, other)).toEqual([expected]);
  });
});

describe('an amount in a currency', () => {
  it.each([
    ['The fee is DKK 350.', 'The fee is 350 Danish kroner.', 'The fee is €350.', '€350'],
    ['The fee is 350 Kč.', 'The fee is CZK 350.', 'The fee is $350.', '$350'],
    ['The fee is 350 zł.', 'The fee is 350 zlotys.', 'The fee is 350 forints.', '350 forints'],
    ['The fee is A$350.', 'The fee is AUD 350.', 'The fee is £350.', '£350'],
    ['The fee is 350 rand.', 'The fee is ZAR 350.', 'The fee is USD 350.', 'USD 350'],
    ['{"amount": 350, "currency": "SEK"}', 'You pay 350 SEK.', 'You pay $350.', '$350'],
    ['{"price_eur": 350}', 'You pay €350.', 'You pay $350.', '$350'],
  ])('is wrong in another one: %s', (source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
    expect(check(source, wrong).findings[0]?.confidence).toBeGreaterThan(0.75);
  });

  it('may be in two that the evidence has', () => {
    expect(found('It costs €350, which was $350 at that time.', 'It costs $350.')).toEqual([]);
  });

  it('has no word of English for its name', () => {
    expect(supported('There are 350 rooms.', 'There were 350 real rooms, and 350 all in all.')).toEqual([]);
  });
});

it.each([
  ['The pier is 340 metres long.', [['340 m']]],
  ['The pier cost 340 crowns.', []],
])('a sign that may be something else is the unit that the evidence has: %s', (source, expected) => {
  const reply = 'Pier: 340 m';

  const { supported } = check(source, reply);

  expect(supported.map(({ start, end }) => [reply.slice(start, end)])).toEqual(expected);
});

it.each([
  ['twice the days', 'Returns are free within 60 days.'],
  ['the days of two periods', 'Returns are free within 35 days.'],
  ['the difference of two periods', 'Returns are free within 25 days.'],
])('a reply that does not say that it works anything out has no right to %s', (_, reply) => {
  const source =
    '1. Parcels up to 2 kg cost 4.90.\n2. Returns are free within 30 days. A refund takes 5 working days.';

  expect(found(source, reply)).toHaveLength(1);
});

describe('a number that a reply works out', () => {
  const theater =
    'The rent is EUR 1,250 and the deposit 2 rents. It opened in 1796, was rebuilt in 1859, and seats 480 people on 16 rows.';

  it.each([
    ['a product', 'Two rents make EUR 2,500.'],
    ['a difference', 'It was rebuilt in 1859, 63 years later.'],
    ['a quotient', 'It seats 480 people on 16 rows, so 30 on each.'],
    ['a sum', 'With the 16 rows of 480 seats that is 496 in total.'],
    [
      'what follows from a number that was worked out',
      'Two rents make 2,500. With 480 paid, 2,020 are left.',
    ],
  ])('may be %s', (_, reply) => {
    expect(found(theater, reply)).toEqual([]);
  });

  it.each([
    ['another result', 'Two rents make EUR 2,700.', ['2,700']],
    ['no word for it', 'It was rebuilt in 1859 by 63 workers.', ['63']],
    [
      'a word for it elsewhere in the sentence',
      'It is so large that 30 people fit on each of the 16.',
      ['30'],
    ],
    ['its operand in another sentence', 'It seats 480. So 30 fit on each.', ['30']],
    ['an invented operand', 'It has 77 steps, so 93 with the 16 rows.', ['77', '93']],
    ['a year', 'It was rebuilt after 16 years, so 1875.', ['1875']],
  ])('is found with %s', (_, reply, expected) => {
    expect(found(theater, reply)).toEqual(expected);
  });

  it.each([
    [
      'a sum of three',
      'A pen is $1.20, a pad $3.45 and ink $7.',
      'Together they cost $11.65.',
      'Together they cost $12.65.',
      '12.65',
    ],
    [
      'a price per month',
      'It costs £600 per year.',
      'That is £50 per month.',
      'That is £55 per month.',
      '55',
    ],
    [
      'a price of several',
      'Entry is 17 EUR for adults. What do three adults pay?',
      'Three adults pay 51 EUR.',
      'Three adults pay 57 EUR.',
      '57',
    ],
    ['a rise', 'The fee rose from 80 to 92 EUR.', 'It rose by 12 EUR, or 15%.', 'It rose by 18%.', '18%'],
    [
      'a share',
      'Of 1,250 votes, 775 were valid.',
      '62% of them were valid.',
      '68% of them were valid.',
      '68%',
    ],
    [
      'a profit',
      'Income was 918,000 and costs were 764,500.',
      'The profit was 153,500.',
      'The profit was 135,500.',
      '135,500',
    ],
    [
      'a time span',
      'Doors open at 18:40, the show ends at 21:15.',
      'It takes 2 hours 35 minutes.',
      'It takes 3 hours 35 minutes.',
      '3 hours 35 minutes',
    ],
    [
      'the total of a list',
      'Pens are $3.20, pads $4.10, ink $9.05, clips $2.15.',
      '- Pens: $3.20\n- Ink: $9.05\n**Total:** $12.25',
      '- Pens: $3.20\n- Ink: $9.05\n**Total:** $13.25',
      '13.25',
    ],
    [
      'a result with its formula behind it',
      'Pens are $3.20, pads $4.10, ink $9.05, clips $2.15.',
      'You pay $13.15 ($9.05 + $4.10).',
      'You pay $14.15 ($9.05 + $4.10).',
      '$14.15',
    ],
    [
      'an amount per hour',
      'We worked 14 hours at $85 per hour.',
      'The labor is $1,190.',
      'The labor is $1,290.',
      '1,290',
    ],
    [
      'hours of several days',
      'She teaches 6 hours a day, 4 days a week.',
      'She teaches 24 hours a week.',
      'She teaches 28 hours a week.',
      '28',
    ],
    [
      'a dose of a day',
      'Give 150 mg, four times a day.',
      'The daily dose is 600 mg.',
      'The daily dose is 650 mg.',
      '650',
    ],
    [
      'what is left',
      'The tank holds 40 liters. We filled in 31 liters.',
      'It can still take 9 liters.',
      'It can still take 8 liters.',
      '8 liters',
    ],
    [
      'the length of a range of hours',
      'Open Monday to Friday 09:00-17:00 and Sunday 11:00-15:00.',
      'On Sunday it is open for 4 hours.',
      'On Sunday it is open for 3 hours.',
      '3 hours',
    ],
    [
      'the difference between fields of one name',
      '[{"id":"B7","seats":31,"fare":188},{"id":"C2","seats":16,"fare":143}]',
      'You save $45 with C2.',
      'You save $55 with C2.',
      '55',
    ],
    ['a stay', 'From 2026-05-03 to 2026-05-09.', 'You stay 6 nights.', 'You stay 8 nights.', '8 nights'],
  ])('may be %s', (_kind, source, right, wrong, expected) => {
    expect(found(source, right)).toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
  });

  it('may be the price of as many as the question asks for', () => {
    const menu = readNumbers('A bowl of soup is 14 EUR, bread is 3 EUR.');
    const findIn = (reply: string, question: string): number =>
      checkValues(readNumbers(reply), indexEvidence(`${menu.text} ${question}`), { question }).findings
        .length;

    expect(findIn('They come up at 70 EUR.', 'How much are 5 bowls of soup?')).toBe(0);
    expect(findIn('They come up at 75 EUR.', 'How much are 5 bowls of soup?')).toBe(1);
    expect(findIn('They come up at 70 EUR.', 'How much is a bowl of soup?')).toBe(1);
  });

  it.each([
    'That is NUMBER.',
    'In total, that makes NUMBER.',
    'The difference is NUMBER.',
    'It rose by NUMBER.',
    'That leaves NUMBER.',
    'It is $NUMBER per can.',
    'That is NUMBER more than in the month before.',
  ])('is seldom a random one next to a table of 200 numbers: %s', (sentence) => {
    const random = seededRandom(sentence);
    const draw = (max: number): number => 100 + Math.floor(random() * max);
    const isDerived = Array.from({ length: 200 }, (_, round) => {
      const max = [900, 9_000, 90_000][round % 3] as number;
      const rows = Array.from({ length: 40 }, () => Array.from({ length: 5 }, () => draw(max)).join(' | '));
      const source = rows.join('\n');
      const number = draw(2 * max);
      if (source.includes(String(number))) return false;
      return found(source, sentence.replace('NUMBER', String(number))).length === 0;
    });

    expect(isDerived.filter(Boolean).length / isDerived.length).toBeLessThanOrEqual(0.05);
  });
});

describe('an amount of what a code names', () => {
  const offers =
    '[{"code": "KR-418", "price": {"stall": 61, "box": 118}}, {"code": "KR-530", "price": {"stall": 47, "box": 93}}, ' +
    '{"code": "LM-207", "price": {"stall": 52, "box": 105}}] Bookings cost 3, 9, 14, 27, 33, 38, 44, 71, 88, 140.';

  it.each([
    ['a sum', 'Stall seats for KR-418 and KR-530 cost $108.', 'Stall seats for KR-418 and KR-530 cost $180.'],
    [
      'a number of them',
      'For 3 of you, a box seat for LM-207 makes $315.',
      'For 3 of you, a box seat for LM-207 makes $351.',
    ],
  ])('gives %s', (_kind, right, wrong) => {
    expect(found(offers, right)).toEqual([]);
    expect(found(offers, wrong)).toEqual([/\d+(?=\.$)/.exec(wrong)?.[0]]);
  });
});

describe('a count of items', () => {
  const inbox = '{"drafts": [{"to": "a, b"}, {"to": "c"}], "archived": [], "labels": ["x", "y", "z"]}';

  it.each([
    ['You have two drafts.', 'You have 4 drafts.', '4'],
    ['There are three labels.', 'There are five labels.', 'five'],
  ])('is that of the list: %s', (right, wrong, expected) => {
    expect(found(inbox, right)).toEqual([]);
    expect(supported(inbox, right)).not.toEqual([]);
    expect(check(inbox, wrong).findings[0]?.explanation).toMatch(
      /^The list in the evidence has \d items, not /,
    );
    expect(found(inbox, wrong)).toEqual([expected]);
  });

  it('may be that of some of them', () => {
    expect(found(inbox, 'I found 2 labels for this.')).toEqual([]);
  });
});

it('supports a small number that two of its sentence give', () => {
  const rules = 'Each guest may bring 2 bags. The booking has 3 guests.';

  expect(supported(rules, 'With 2 bags for each of 3 guests you may bring a total of 6.')).toEqual(['6']);
  expect(supported(rules, 'With 2 bags for each of 3 guests you may bring a total of 7.')).toEqual([]);
});

describe('a formula', () => {
  it.each([
    ['14.5 + 3 = 17.5', '14.5 + 3 = 18.5', '18.5'],
    ['3 × 14.5 EUR = 43.50 EUR', '3 × 14.5 EUR = 45.30 EUR', '45.30 EUR'],
    ['(14.5 - 10) / 10 × 100 = 45%', '(14.5 - 10) / 10 × 100 = 54%', '54%'],
    ['$14.5 (pens) - $3 (pads) = $11.50', '$14.5 (pens) - $3 (pads) = $12.50', '$12.50'],
  ])('is checked: %s', (right, wrong, expected) => {
    const source = 'Pens are 14.5, 3 of them; pads are 10.';

    expect(found(source, right)).toEqual([]);
    const { findings } = check(source, wrong);
    expect(findings.map(({ start, end }) => wrong.slice(start, end))).toEqual([expected]);
    expect(findings[0]).toMatchObject({ kind: 'reasoning_error', confidence: 0.85 });
  });

  it.each(['It has 3 photos (4 x 6).', 'It took 5 years (1990-2000).'])(
    'is not each remark: %s',
    (remark) => {
      expect(found('3 photos of 4 by 6; 5 years from 1990 to 2000.', remark)).toEqual([]);
    },
  );

  it('is named with its result', () => {
    expect(check('There are 12 rows of 9.', '12 × 9 = 118').findings[0]?.explanation).toBe(
      '“12 × 9” is 108, not “118”.',
    );
  });
});

describe('a ratio in words', () => {
  it.each([
    ['Output rose from 300 to 450.', 'Output tripled.', 'tripled'],
    ['Output rose from 300 to 450.', 'Output doubled from 300 to 450.', 'doubled'],
    ['Output fell from 500 to 400.', 'Output fell by half.', 'fell by half'],
  ])('is found where the numbers do not give it: %s %s', (source, reply, expected) => {
    expect(found(source, reply)).toEqual([expected]);
  });

  it.each([
    ['Output rose from 300 to 450.', 'Output has not quite doubled.'],
    ['Output fell from 300 to 150.', 'Output fell by\nhalf.'],
    ['Output rose from 300 to 610.', 'Output doubled.'],
    ['Output rose from 300 to 560.', 'Output nearly doubled.'],
    ['Output fell from 500 to 250.', 'Output fell by half, it was halved.'],
    ['The team doubled.', 'The team tripled in 3 years, from 2019 to 2022.'],
  ])('is not found where they do, or there are none: %s', (source, reply) => {
    expect(found(source, reply).filter((text) => !/\d/.test(text))).toEqual([]);
  });
});

describe('explanations', () => {
  it.each([
    ['A ride is 12 USD, 6 stops.', 'A ride is $15.', '“12 USD”'],
    ['There are 310 beds and 9 wards for 300 EUR.', 'There are 320 beds.', '“310”'],
  ])('name the nearest value of the same unit: %s', (source, reply, nearest) => {
    expect(check(source, reply).findings[0]?.explanation).toContain(nearest);
  });

  it('name none of another unit', () => {
    expect(check('It has 6 rooms and 8 km of paths.', 'It costs 7.90 EUR.').findings[0]?.explanation).toBe(
      'The number “7.90” is nowhere in the evidence.',
    );
  });
});
