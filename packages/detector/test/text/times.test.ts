import { indexEvidence } from '../../evidence/evidence';
import { scanTimes } from '../../text/times';

describe('scanTimes', () => {
  it.each([
    ['at 2:30 pm', '2:30 pm', [14 * 60 + 30]],
    ['at half past two', 'half past two', [2 * 60 + 30, 14 * 60 + 30]],
    ['at a quarter to 1', 'quarter to 1', [45, 12 * 60 + 45]],
    ['at quarter past twelve', 'quarter past twelve', [12 * 60 + 15, 15]],
    ['bis 19.30 Uhr', '19.30 Uhr', [19 * 60 + 30]],
    ["jusqu'à 22h30", '22h30', [22 * 60 + 30]],
    ['um 18 Uhr', '18 Uhr', [18 * 60]],
    ['um 18 Uhr 30', '18 Uhr 30', [18 * 60 + 30]],
    ['part à 18 h du quai', '18 h', [18 * 60]],
    ['sale a las 18 horas', '18 horas', [18 * 60]],
    ['kl. 18.15', '18.15', [18 * 60 + 15]],
  ])('reads %s', (text, time, readings) => {
    expect(scanTimes(text)).toMatchObject([{ text: time, readings }]);
  });

  it.each([
    'for 5 to 10 days',
    'version 19.30',
    'it costs 19.30',
    '2h15m',
    'à 3 h de marche',
    'half past the hill',
  ])('reads none in “%s”', (text) => {
    expect(scanTimes(text)).toEqual([]);
  });
});

describe('a full hour', () => {
  it.each([
    ['a bare number', 'open from 9 to 5 on weekdays', true],
    ['the same hour', 'open until 17:00', true],
    ['an hour with minutes', 'open until 5:20', false],
    ['a day of a date', 'open since May 5, 1990', false],
    ['an amount', 'open for $5', false],
    ['a quantity', 'open 5 km away', false],
  ])('is supported or not by %s', (_kind, evidence, expected) => {
    expect(indexEvidence(evidence).times.has(17 * 60)).toBe(expected);
  });

  it('is not supported by a word that implies a number', () => {
    expect(indexEvidence('a double room').times.has(14 * 60)).toBe(false);
  });
});
