import type { Planter } from './twins-ground';

const OTHER_UNIT: Record<string, string> = {
  miles: 'kilometers',
  kilometers: 'miles',
  kilometres: 'miles',
  km: 'miles',
  'km/h': 'm/s',
  'm/s': 'km/h',
  mph: 'km/h',
  meters: 'feet',
  metres: 'feet',
  feet: 'meters',
  inches: 'centimeters',
  centimeters: 'inches',
  cm: 'inches',
  pounds: 'kilograms',
  kilograms: 'pounds',
  kg: 'pounds',
  ounces: 'grams',
  grams: 'ounces',
  mg: 'grams',
  gallons: 'liters',
  liters: 'gallons',
  litres: 'gallons',
  ml: 'litres',
  cups: 'tablespoons',
  tablespoons: 'cups',
  teaspoons: 'cups',
  seconds: 'minutes',
  minutes: 'hours',
  hours: 'days',
  days: 'weeks',
  weeks: 'months',
  months: 'years',
  years: 'months',
  thousand: 'million',
  million: 'billion',
  billion: 'million',
  Fahrenheit: 'Celsius',
  Celsius: 'Fahrenheit',
  '°F': '°C',
  '°C': '°F',
  dollars: 'euros',
  euros: 'dollars',
  crowns: 'euros',
};
const OTHER_CURRENCY: Record<string, string> = { $: '€', '€': '$', '£': '€' };

const UNIT = new RegExp(
  `(?<=(?<amount>\\d|\\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve))\\s?(?:degrees\\s)?)(?:${Object.keys(
    OTHER_UNIT,
  )
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}/-])`,
  'gu',
);

/** Another unit or currency for the same number. */
export const plantUnits: Planter = (sentence, { evidence }) => {
  const units = [...sentence.matchAll(UNIT)].flatMap(({ 0: unit, index }) => {
    const replacement = OTHER_UNIT[unit] ?? '';
    const amount = /[\p{L}\d.,]+\s?(?:degrees\s)?$/u.exec(sentence.slice(0, index))?.[0] ?? '';
    const isConversion = evidence.has(amount + replacement) || evidence.tellsOf(sentence, replacement);
    return isConversion ? [] : [{ start: index, end: index + unit.length, replacement }];
  });
  const currencies = [...sentence.matchAll(/[$€£](?=\d)/g)].flatMap(({ 0: symbol, index }) => {
    const replacement = OTHER_CURRENCY[symbol] ?? '';
    return evidence.text.includes(replacement) ? [] : [{ start: index, end: index + 1, replacement }];
  });
  return [...units, ...currencies];
};
