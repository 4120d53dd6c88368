import type { Region } from '../text/regions';
import type { Step } from '../values/arithmetic';
import { MONEY_KEY } from '../values/quantities';

const MAX_OBJECT_LENGTH = 1500;
const MAX_PLACES = 12;
const MAX_CODES = 4;
const MAX_SUMS = 32;
/** An object in a field, or an amount in one. */
const FIELD = /["']([^"'\n]{1,40})["']\s?:\s?(?:\{|["']?(\d{1,12}(?:\.\d{1,4})?)["']?(?=\s{0,2}[,}\]]))/g;

/**
 * Sums of the amounts of objects of JSON that the last of the codes name, one, two or more of them: the amount of one field of
 * each, of a field that `sentence` names if there is one, so many times.
 */
export function listNamedSums(
  text: string,
  codes: readonly string[],
  sentence: string,
  counts: readonly number[],
): Step[] {
  const steps: Step[] = [];
  let sums = new Map<string, number[][]>();
  for (const code of [...new Set(codes.toReversed())].slice(0, MAX_CODES)) {
    const amounts = listAmounts(text, code);
    if (amounts.size === 0) break;
    const ofMoney = prefer([...amounts.keys()], (field) => MONEY_KEY.test(field));
    const fields = prefer(ofMoney, (field) => sentence.includes(readName(field)));
    const next = new Map<string, number[][]>();
    for (const field of fields) {
      const before = steps.length === 0 ? [[]] : (sums.get(field) ?? []);
      const longer = before.flatMap((parts) =>
        (amounts.get(field) ?? []).map((amount) => [amount, ...parts]),
      );
      next.set(field, longer.slice(0, MAX_SUMS));
    }
    sums = next;
    for (const parts of [...sums.values()].flat()) {
      const sum = parts.reduce((total, amount) => total + amount, 0);
      for (const count of counts) steps.push({ kind: 'sum', value: Number((sum * count).toPrecision(12)) });
    }
  }
  return steps;
}

function prefer<Item>(items: readonly Item[], isBetter: (item: Item) => boolean): readonly Item[] {
  const better = items.filter(isBetter);
  return better.length > 0 ? better : items;
}

const readName = (field: string): string =>
  field
    .slice(field.indexOf('.') + 1)
    .replace(/_/g, ' ')
    .toLowerCase();

/** The amounts of the objects that have the code as a value, by the names of their fields. */
function listAmounts(text: string, code: string): Map<string, number[]> {
  const amounts = new Map<string, number[]>();
  let at = text.indexOf(code);
  for (let places = 0; at !== -1 && places < MAX_PLACES; places += 1) {
    const object = /["']/.test(text.charAt(at - 1)) ? findObject(text, at) : null;
    const objectText = object === null ? '' : text.slice(object.start, object.end);
    let parent = '';
    for (const [, name = '', digits] of objectText.matchAll(FIELD)) {
      if (digits === undefined) parent = name;
      if (digits === undefined) continue;
      const field = `${parent}.${name}`;
      const cached = amounts.get(field) ?? [];
      if (!cached.includes(Number(digits))) amounts.set(field, [...cached, Number(digits)]);
    }
    at = text.indexOf(code, at + code.length);
  }
  return amounts;
}

/** The smallest object around a place; null where it is too long. */
function findObject(text: string, at: number): Region | null {
  const start = findBrace(text, at, -1);
  const end = findBrace(text, at, 1);
  return start === null || end === null ? null : { start, end: end + 1 };
}

function findBrace(text: string, at: number, step: 1 | -1): number | null {
  const [sought, nested] = step === 1 ? ['}', '{'] : ['{', '}'];
  let depth = 0;
  for (let place = at; place >= 0 && Math.abs(place - at) <= MAX_OBJECT_LENGTH; place += step) {
    const character = text.charAt(place);
    if (character === nested) depth += 1;
    else if (character === sought && depth === 0) return place;
    else if (character === sought) depth -= 1;
    else if (character === '') return null;
  }
  return null;
}
