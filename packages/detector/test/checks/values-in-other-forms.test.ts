import { seededRandom } from '../../../statistics';
import { ForeignValueCheck } from '../../checks/check-foreign-values';
import { indexEvidence } from '../../evidence/evidence';
import type { ReadLanguage } from '../../gazetteers/language-words';
import { scanForeignTimes } from '../../text/foreign-times';
import { compareText } from '../support/compare-text';

const tariff = 'The tariff has 3,200 kWh a year, a peak of 4.5 kW and costs 0.31 EUR/kWh, the base 11 EUR.';
const leave = '{"entitlement_days": 28, "taken_days": 11, "approved_upcoming_days": 4, "year": 2025}';
const usage =
  '{"unit": "kWh", "months": [{"m": "2024-09", "v": 241}, {"m": "2024-10", "v": 268}, {"m": "2024-11", "v": 305}, {"m": "2024-12", "v": 352}]}';
const cans = 'A case of 24 cans is $18.00, a single can is 95 cents.';
const train = 'RJ 542 departs at 17:35, travel time 2 h 50 min.';
const evening = "Today: 2025-09-30 (Tuesday). Parents' evening 2025-10-07 18:30, photos 2025-10-09.";
const staff = 'The company employs 612 people at nine sites.';
const flight = '{"flight": "TP579", "from": "FRA", "to": "LIS", "team": "U15"}';
const sales =
  '| Month | Sales |\n|---|---|\n| May | 1200 |\n| June | 1345 |\n| July | 1411 |\n| August | 1390 |';

describe('a value that follows from the evidence', () => {
  it.each([
    ['energy with another prefix', tariff, 'It is 3.2 MWh.', 'It is 32 MWh.', '32'],
    ['the same digits with another prefix', tariff, 'It is 3200 kWh.', 'It is 3200 MWh.', '3200 MWh'],
    ['a unit in another field', '{"value": 3200, "unit": "kWh"}', 'It is 3.2 MWh.', 'It is 32 MWh.', '32'],
    ['power', tariff, 'The peak is 4500 watts.', 'The peak is 5400 watts.', '5400'],
    ['a frequency', 'It has 3.2 GHz.', 'It has 3200 MHz.', 'It has 2300 MHz.', '2300'],
    ['a rate of data', 'Up to 0.5 Gbps.', 'It reaches 500 Mbit/s.', 'It reaches 800 Mbit/s.', '800'],
    ['cents', tariff, 'You pay 31 cents per kilowatt-hour.', 'You pay 13 cents each.', '13'],
    ['cents for euros', tariff, 'The base is 11 euros.', 'The base is 11 cents.', '11 cents'],
    ['euros for cents', 'It costs 31 cents.', 'It costs 0.31 EUR.', 'It costs 31 EUR.', '31 EUR'],
    ['pence', 'It costs £0.95.', 'It costs 95p.', 'It costs 59p.', '59'],
    ['a price per piece', cans, 'It is $0.75 per can.', 'It is $0.85 per can.', '0.85'],
    [
      'the difference of two of them',
      cans,
      'It is $0.75 per can. Compared with 95 cents that saves you 20 cents each.',
      'It is $0.75 per can. Compared with 95 cents that saves you 30 cents each.',
      '30',
    ],
    ['what fields leave', leave, 'You have 13 days left.', 'You have 12 days left.', '12'],
    [
      'what numbers of the reply leave',
      leave,
      "Of 28 days you've taken 11, and 4 are approved. That leaves 13 days.",
      "Of 28 days you've taken 11, and 4 are approved. That leaves 16 days.",
      '16',
    ],
    [
      'a difference in a list',
      usage,
      "It was 352 kWh. That's 47 kWh more than in the month before.",
      "It was 352 kWh. That's 84 kWh more than in the month before.",
      '84',
    ],
    [
      'a difference in a table',
      sales,
      'July had 1411. That is 66 more than in the month before.',
      'July had 1411. That is 166 more than in the month before.',
      '166',
    ],
    ['a time after a duration', train, 'You arrive at 8:25 p.m.', 'You arrive at 8:35 p.m.', '8:35 p.m.'],
    ['not before the time', train, 'You arrive at 20:25.', 'You arrive at 14:45.', '14:45'],
    [
      'a time before a duration',
      'Be there at 9:00. The ride is 40 minutes.',
      'Leave at 8:20.',
      'Leave at 8:10.',
      '8:10',
    ],
    [
      'a week between dates',
      evening,
      'It is one week from today.',
      'It is two weeks from today.',
      'two weeks',
    ],
    ['a half hour in words', evening, 'At half past six.', 'At half past seven.', 'half past seven'],
    ['a day of the week', evening, 'On Tuesday, October 7.', 'On Thursday, October 7.', 'Thursday'],
    ['the first hour of a range', 'Window 16:00-18:00.', 'Between 4 and 6 p.m.', 'Between 5 and 6 p.m.', '5'],
    ['a time without a colon', 'Dep: 0930.', 'It leaves at 9:30.', 'It leaves at 9:50.', '9:50'],
    ['a time without a colon in the reply', 'It leaves at 9:30.', 'Dep 0930.', 'Dep 0950.', '0950'],
    [
      'the date of a timestamp',
      'ts 20260314T093000Z',
      'On March 14, 2026.',
      'On March 15, 2026.',
      'March 15, 2026',
    ],
    ['the time of a timestamp', 'ts 20260314T093000Z', 'It ran at 9:30 am.', 'It ran at 9:45 am.', '9:45 am'],
    ['months as numbers', usage, 'From September to December 2024.', 'It was low in August.', 'August'],
    [
      'a month of a range',
      'Open September to December.',
      'It opens in October.',
      'It opens in July.',
      'July',
    ],
    [
      'a fraction of two counts',
      '{"sold": 637, "seats": 850}',
      'Around three quarters of them are gone, 637 of 850.',
      'Around one third of them are gone, 637 of 850.',
      'Around one third of',
    ],
    [
      'a number above a round one',
      staff,
      'It employs just over 600 people.',
      'It employs just over 700 people.',
      '700',
    ],
    [
      'a number on the other side',
      staff,
      'It employs nearly 620 people.',
      'It employs nearly 600 people.',
      '600',
    ],
    ['a number near a round one', staff, 'It employs some 600 people.', 'It employs some 700 people.', '700'],
    ['a code with a space', flight, 'You are on flight TP 579.', 'You are on flight TP 597.', '597'],
    ['several of a code', flight, 'The U15s play.', 'The U17s play.', 'U17s'],
    ['a city of an airport', flight, 'You fly from Frankfurt to Lisbon.', 'You fly to London.', 'London'],
    [
      'an IBAN in groups',
      'IBAN DE89370400440532013000',
      'Pay to DE89 3704 0044 0532 0130 00.',
      'Pay to DE89 3704 0044 0532 0130 07.',
      'DE89 3704 0044 0532 0130 07',
    ],
    [
      'an IBAN without groups',
      'IBAN DE89 3704 0044 0532 0130 00',
      'Pay to DE89370400440532013000.',
      'Pay to DE89370400440532013007.',
      'DE89370400440532013007',
    ],
    [
      'digits in groups',
      'It has 1 234 567 rows.',
      'It has 1.234.567 rows.',
      'It has 1.243.567 rows.',
      '1.243.567',
    ],
  ])('is right or found: %s', (_kind, source, right, wrong, expected) => {
    expect(compareText(source, right).found).toEqual([]);
    expect(compareText(source, wrong).found).toContain(expected);
  });

  it.each([
    ['a unit that is written out', 'It weighs 12.4 kg.', 'It weighs 12.4 kilograms.', ' kilograms'],
    ['the name of a currency', 'It costs CHF 80.', 'It costs 80 Swiss francs.', ' Swiss francs'],
    ['what a price is for', tariff, 'You pay 31 cents per kilowatt-hour.', 'per kilowatt-hour'],
    ['a part of the day', 'Lanes: 18:00-21:00.', 'In the evening, from 6 to 9 p.m.', 'In the evening'],
    [
      'a day relative to today',
      'Today is Monday, 12 May 2025. Delivery 2025-05-14.',
      'It comes the day after tomorrow.',
      'the day after tomorrow',
    ],
  ])('supports %s', (_kind, source, reply, expected) => {
    expect(compareText(source, reply).supported).toContain(expected);
  });

  it('does not take the first word after “p.m.” for a name', () => {
    expect(compareText('Open 13:00-18:00.', 'It closes at 6 p.m. Enjoy your visit.').found).toEqual([]);
  });
});

describe('a random value', () => {
  const times = (minutes: number): string =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

  it('is seldom a time that a timetable and its durations give', () => {
    const random = seededRandom('timetable');
    const draw = (max: number): number => 5 * Math.floor((random() * max) / 5);
    const isFound = Array.from({ length: 200 }, () => {
      const rows = Array.from({ length: 20 }, () => `${times(360 + draw(900))}, takes ${10 + draw(170)} min`);
      return compareText(rows.join('\n'), `You arrive at ${times(360 + draw(900))}.`).found.length > 0;
    });
    const isKnown = 20 / 180; // of the rows themselves

    expect(isFound.filter((found) => !found).length / isFound.length).toBeLessThanOrEqual(isKnown + 0.05);
  });
});

describe('a time in words of another language', () => {
  const found = (language: ReadLanguage, source: string, reply: string): string[] =>
    new ForeignValueCheck(reply, indexEvidence(source), language)
      .check()
      .map(({ start, end }) => reply.slice(start, end));

  it.each<[ReadLanguage, string, string, string, string]>([
    ['es', 'hora: 16:45', 'Es a las cinco menos cuarto.', 'Es a las cinco y cuarto.', 'cinco y cuarto'],
    ['es', 'hora: 15:00', 'Es a las tres de la tarde.', 'Es a las tres de la mañana.', 'tres de la mañana'],
    ['de', 'Beginn: 17:15', 'Um Viertel nach fünf.', 'Um Viertel vor fünf.', 'Viertel vor fünf'],
    ['de', 'Beginn: 17:30', 'Um halb sechs.', 'Um halb sieben.', 'halb sieben'],
    ['fr', 'Départ : 17:15', 'À cinq heures et quart.', 'À cinq heures et demie.', 'cinq heures et demie'],
    ['it', 'Orario: 15:30', 'Alle tre e mezza.', 'Alle quattro e mezza.', 'quattro e mezza'],
  ])('is right or found: %s, %s', (language, source, right, wrong, expected) => {
    expect(found(language, source, right)).toEqual([]);
    expect(found(language, source, wrong)).toEqual([expected]);
  });

  it.each<[ReadLanguage, string]>([
    ['es', 'Se aplica a las dos partes y a las dos personas.'],
    ['fr', 'À deux heures de route, pendant trois heures et demie.'],
    ['de', 'Ein Viertel der Stadt ist acht Jahre alt.'],
    ['it', 'Piace alle tre persone.'],
  ])('is no count and no duration: %s', (language, text) => {
    expect(scanForeignTimes(language, text)).toEqual([]);
  });
});
