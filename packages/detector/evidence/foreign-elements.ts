import { scanTokens } from '../base/tokens';
import { listCurrencies } from '../gazetteers/currencies';
import { foldWord, languageWords, type ReadLanguage } from '../gazetteers/language-words';
import { scanIdentifiers } from '../text/identifiers';
import { isWithin, type Region } from '../text/regions';
import { scanForeignNumbers } from '../values/foreign-numbers';
import { scanMentions } from '../values/mentions';
import { measureNumbers } from '../values/quantities';

/** A word or value of a sentence; two are the same if they share a key. */
export interface Element extends Region {
  keys: readonly string[];
  isValue: boolean;
  isNegation: boolean;
  /** "only", "except" */
  isLimit: boolean;
  /** Whether a mark that ends a clause is before it. */
  opensClause: boolean;
}

const BREAK = /[,;:()–—\n]/;

/** The words and values of a sentence in order, without words that glue them together. */
export function readElements(text: string, language: ReadLanguage): Element[] {
  const { glue, negations, limits } = languageWords[language];
  const values = listValues(text, language);
  const words = scanTokens(text)
    .filter(({ start }) => !isWithin(values, start))
    .flatMap((token) => splitElision(token.text, token.start))
    .filter(({ keys: [word = ''] }) => !glue.has(word))
    .map((word) => ({
      ...word,
      isValue: false,
      isNegation: negations.has(word.keys[0] as string),
      isLimit: limits.has(word.keys[0] as string),
    }));
  const inOrder = [...values, ...words].sort((a, b) => a.start - b.start);
  return inOrder.map((element, index) => ({
    ...element,
    opensClause: BREAK.test(text.slice(inOrder[index - 1]?.end ?? element.start, element.start)),
  }));
}

/** "l'altitude" is two words. */
function splitElision(literal: string, start: number): Pick<Element, 'start' | 'end' | 'keys'>[] {
  let at = start;
  return literal.split(/['’]/).map((word) => {
    const own = {
      start: at,
      end: at + word.length,
      keys: [foldWord(word), ...listCurrencies(word.toLowerCase())],
    };
    at += word.length + 1;
    return own;
  });
}

type Value = Omit<Element, 'opensClause'>;

/** In order and disjoint. */
function listValues(text: string, language: ReadLanguage): Value[] {
  const { links, dates, times, numbers, withoutDates } = scanMentions(text);
  const toValue = ({ start, end }: Region, keys: readonly string[]): Value => ({
    ...{ start, end, keys, isValue: true, isNegation: false, isLimit: false },
  });
  const measured = measureNumbers(numbers).flatMap((number) => {
    if (number.quantity !== 'money') {
      const unit = number.quantity === null ? '' : ` ${number.unit}`;
      return [
        toValue(
          number,
          number.values.map((value) => `${value}${unit}`),
        ),
      ];
    }
    // The currency is the word after the number, wherever its sign is.
    const currency = { start: number.end, end: number.end };
    return [toValue(number, number.values.map(String)), toValue(currency, number.unit.split(' '))];
  });
  const all = [
    ...links.map((link) => toValue(link, [link.text])),
    ...dates.map((date) =>
      toValue(
        date,
        date.readings.map(({ year, month, day }) => `${year ?? ''}-${month}-${day ?? ''}`),
      ),
    ),
    ...times.map((time) =>
      toValue(
        time,
        time.readings.map((minutes) => `${minutes} min`),
      ),
    ),
    ...scanIdentifiers(withoutDates).map((identifier) => toValue(identifier, [identifier.key])),
    ...scanForeignNumbers(language, numbers.text).map((number) => toValue(number, number.values.map(String))),
    ...measured,
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return all.filter((value) => {
    if (value.start < end) return false;
    end = value.end;
    return true;
  });
}

const isSame = (one: Element, other: Element): boolean => one.keys.some((key) => other.keys.includes(key));

/** Where `own` is in `others` in a row, or null. */
export function findRun(own: readonly Element[], others: readonly Element[]): Element[] | null {
  const last = others.length - own.length;
  for (let from = 0; from <= last; from += 1) {
    if (own.every((element, index) => isSame(element, others[from + index] as Element)))
      return others.slice(from, from + own.length);
  }
  return null;
}
