import { checkRecords } from '../../checks/check-records';
import { Evidence, indexEvidence } from '../../evidence/evidence';

const check = (source: string, reply: string) => checkRecords(reply, indexEvidence(source));
const found = (source: string, reply: string): string[] =>
  check(source, reply).map(({ start, end }) => reply.slice(start, end));

const BUSES = JSON.stringify([
  { line: 'N 31', leaves: '06:40', fare: 12.5, bay: 'D4', state: 'delayed' },
  { line: 'N 47', leaves: '09:15', fare: 17.25, bay: 'F2', state: 'boarding' },
]);
const TASKS = JSON.stringify({
  tasks: [
    { id: 'K-11', title: 'Paint the fence', urgency: 'low', owner: 'Lena Voss', due: '2025-03-04' },
    { id: 'K-12', title: 'Order gravel', urgency: 'high', owner: 'Omar Haddad', due: '2025-03-11' },
  ],
});
const CASES = JSON.stringify({
  tickets: [
    { no: 7310, status: 'approved' },
    { no: 7311, status: 'rejected' },
  ],
});
const CLUBS =
  'Chess evening: Monday 19:30, room A4, run by Ines Duarte. Pottery: Friday 18:00, room D1, run by Karl Brandt.';
const PEOPLE = 'Call: Nora Lind, extension 3381. Repairs: Ivo Marek, extension 3397.';
const FARES =
  'Fares of the lift: Single €7 (1 ride), Return €11 (2 rides), Season €140 (90 rides). Dogs ride free.';
const DESKS = 'Helpers\nSki school - Ms. Aas - ext. 512\nRental desk - Mr. Boe - ext. 538\n';
const STOCK = 'sku,item,shelf,left\nT-20,Red yarn,K4,17\nT-21,Blue yarn,K9,32\nT-22,Green yarn,L2,8';
const TABLE = `| Course | Day | Tutor | Places |
|---|---|---|---|
| Weaving | Tuesday | Ada Holm | 14 |
| Glazing | Thursday | Ben Okafor | 22 |`;

describe('a value of a record that the sentence does not name', () => {
  it.each([
    [BUSES, 'N 31 leaves at 6:40 am.', 'N 31 leaves at 9:15 am.', '9:15 am', '06:40'],
    [BUSES, 'A ticket for N 47 costs $17.25.', 'A ticket for N 47 costs $12.50.', '$12.50', '17.25'],
    [BUSES, 'N 47 departs from bay F2.', 'N 47 departs from bay D4.', 'D4', 'F2'],
    [FARES, 'Return is €11 at the desk.', 'Return is €7 at the desk.', '€7', '€11'],
    [FARES, 'Season suits you. It costs €140.', 'Season suits you. It costs €11.', '€11', '€140'],
    [DESKS, 'Ask the rental desk, at extension 538.', 'Ask the rental desk, at extension 512.', '512', '538'],
    [STOCK, 'T-21 is on shelf K9.', 'T-21 is on shelf L2.', 'L2', 'K9'],
    [TASKS, 'K-11 has low urgency.', 'K-11 has high urgency.', 'high', 'low'],
    [TASKS, 'Omar Haddad takes care of K-12.', 'Lena Voss takes care of K-12.', 'Lena Voss', 'Omar Haddad'],
    [TASKS, 'The fence is due on March 4.', 'The fence is due on March 11.', 'March 11', '2025-03-04'],
    [CLUBS, 'The chess evening is on Monday.', 'The chess evening is on Friday.', 'Friday', 'Monday'],
    [CLUBS, 'The pottery is in room D1.', 'The pottery is in room A4.', 'A4', 'D1'],
    [CLUBS, 'Karl Brandt runs the pottery.', 'Ines Duarte runs the pottery.', 'Ines Duarte', 'Karl Brandt'],
    [CLUBS, 'Pottery starts at 6 pm.', 'Pottery starts at 7:30 pm.', '7:30 pm', '18:00'],
    [CASES, 'Ticket 7311 has been rejected.', 'Ticket 7311 has been approved.', 'approved', 'rejected'],
    [PEOPLE, 'Call Ivo Marek at extension 3397.', 'Call Ivo Marek at extension 3381.', '3381', '3397'],
    [TABLE, 'Weaving is on Tuesday.', 'Weaving is on Thursday.', 'Thursday', 'Tuesday'],
    [TABLE, 'Ben Okafor teaches glazing.', 'Ada Holm teaches glazing.', 'Ada Holm', 'Ben Okafor'],
  ])('is wrong in %s: %s', (source, right, wrong, expected, other) => {
    const findings = check(source, wrong);

    expect(found(source, right)).toEqual([]);
    expect(found(source, wrong)).toEqual([expected]);
    expect(findings[0]?.explanation).toContain(`the evidence has “${other}”, not “${expected}”`);
    expect(findings[0]?.evidence.map(({ start, end }) => source.slice(start, end))).toEqual([other]);
  });

  it.each([
    ['of which the other one is named too', BUSES, 'N 31 leaves before 9:15, when N 47 leaves.'],
    ['that it is compared with', BUSES, 'N 31 is cheaper than the bus at 9:15.'],
    [
      'that its own state may follow',
      CASES.replace('rejected', 'delivered'),
      'Ticket 7311 has been approved.',
    ],
    ['that is denied', TASKS, 'K-11 does not have high urgency.'],
    ['of another column', TASKS, 'K-11 is in high demand.'],
    ['that is said elsewhere', `${BUSES}\nI have to be there at 9:15.`, 'N 31 gets you there by 9:15.'],
    ['that follows from its own', BUSES, 'N 31 costs $25 for two.'],
    [
      'of records that are not alike',
      'Payment: due by 17 June. Invoice: 3 June.',
      'The invoice is due by 17 June.',
    ],
    ['with a label that is a verb here', PEOPLE, 'You can call Ivo Marek at extension 3397.'],
    ['without a record', BUSES, 'The first bus leaves at 9:15.'],
  ])('is left alone %s', (_, source, reply) => {
    expect(found(source, reply)).toEqual([]);
  });
});

it('compares results of calls that follow each other', () => {
  const source =
    '{"order":"R-501","sum":48.2,"placed":"2025-01-07"}\n{"order":"R-502","sum":61.9,"placed":"2025-02-09"}';

  expect(found(source, 'R-502 was placed on February 9.')).toEqual([]);
  expect(found(source, 'R-502 was placed on January 7.')).toEqual(['January 7']);
});

it('does not take what connections share for a name', () => {
  const source = JSON.stringify([
    { origin: 'OSL', flight_number: 'ZZ10', date: '2025-05-02' },
    { origin: 'CPH', flight_number: 'ZZ77', date: '2025-05-03' },
  ]);

  expect(found(source, 'You fly to CPH on May 2.')).toEqual([]);
  expect(found(source, 'ZZ77 leaves on May 2.')).toEqual(['May 2']);
});

it('is the same where the evidence grows', () => {
  const evidence = new Evidence();
  const first = '{"order":"R-501","placed":"2025-01-07"}\n';
  evidence.grow('', first);
  expect(checkRecords('R-501 was placed on January 9.', evidence)).toEqual([]);
  evidence.grow(first, '{"order":"R-502","placed":"2025-02-09"}\n');
  expect(checkRecords('R-501 was placed on February 9.', evidence)).toHaveLength(1);
  evidence.grow(`${first}{"order":"R-502","placed":"2025-02-09"}\n`, 'Thanks.\n', true);
  expect(checkRecords('R-502 was placed on January 7.', evidence)).toHaveLength(1);
});
