import { normalizeWord, scanTokens, stem, type Token } from '../../text/tokens';
import { isAbbreviated, isCodeOfNamed, prefixesOf } from './abbreviations';
import { scanFractions } from './argument-fractions';
import { StatedNumbers } from './argument-stated-numbers';
import { scanSwitchings } from './argument-switches';
import { contentWords, isBeyondNumbers, wordsOfValue } from './argument-tokens';
import { StatedQuantities } from './argument-units';
import { wordsOfCurrencySigns } from './currency-signs';
import { type DateReading, scanDates } from './dates';
import { DottedNumbers } from './dotted-numbers';
import type { Evidence } from './evidence';
import { once } from './once';
import { blankOut } from './regions';
import { namesOfRegion, writesName } from './regions-of-world';
import { stateWords } from './us-states';

/** Days that a conversation may speak of without naming their dates. */
const RELATIVE_DAY =
  /\b(?:today|tonight|tomorrow|yesterday|now|(?:next|this|coming|upcoming|past|last|following)\s(?:\w{1,20}\s)?(?:day|week|month|quarter|weekend|night)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|from now|ago)\b/i;
/** Words by which a day next to a stated one is meant. */
const NEXT_DAY =
  /\b(?:(?:next|following|previous|prior)[\s-](?:day|morning|evening|night)|days? (?:after|before)|overnight|eve|tonight|tomorrow|yesterday)\b/i;
/**
 * Phone and account numbers in groups: "(206) 555 0187", "DE89 3704 0044". None starts inside of a group: a long one would
 * be read again from each of its digits.
 */
const GROUPED = /(?<![\dA-Z])[A-Z]{0,4}\d[\dA-Z]*(?:[\s()./-]{1,2}(?:\d[\dA-Z]*|[A-Z]{4}(?![\p{L}])))+/gu;
const SHORTEST_GROUPED = 7;
const LONGEST_PREFIX = 3;
const LONGEST_SQUEEZED = 30_000;
const LONGEST_DATED = 50_000;
const MOST_DATES = 200;
const GRAM = 3;

/** What arguments may come from: the evidence and what has to be known of it for the forms that arguments take. */
export class ArgumentEvidence {
  readonly stated: StatedNumbers;
  readonly quantities: StatedQuantities;
  /** Dates that have a month and a day, of the first 50,000 characters and at most 200. */
  readonly days: DateReading[];
  /** Whether "tomorrow", "next week" and the like occur, from which a date can be worked out. */
  readonly hasRelativeDay: boolean;
  /** Whether "the next day", "overnight" and the like occur. */
  readonly hasNextDay: boolean;
  readonly dotted = once(() => new DottedNumbers(this.base.text));
  /** Its words as written, by their normalized form; those that only differ in their ending by their stem. */
  private readonly written: () => Map<string, string>;
  /** What it asks to switch on or off. */
  readonly switchings = once(() => scanSwitchings(this.base.text));
  /** The first 30,000 characters, by `squeeze`. */
  private readonly squeezed: string;
  /** The letters and digits of `squeezed`. */
  private bare: string | null = null;
  /** Every three characters in a row of `squeezed`: most of what it lacks is known without a search. */
  private readonly grams = new Set<string>();
  private readonly prefixes: Set<string>;
  /** Stems of what "€" and the like stand for. */
  private readonly currencies: Set<string>;
  /** Numbers that stand in groups, written together. */
  private readonly grouped: Set<string>;
  private readonly answers = new Map<string, boolean>();

  constructor(readonly base: Evidence) {
    const tokens = scanTokens(base.text);
    this.written = once(() => writtenWords(tokens));
    const fractions = scanFractions(base.text);
    const measured = fractions.filter(({ isMeasured }) => isMeasured);
    // "one and a half hours" states no one.
    const mentions = base.numbers.mentions.filter(
      ({ start }) => !measured.some((fraction) => start >= fraction.start && start < fraction.end),
    );
    this.stated = new StatedNumbers(base.text, mentions, fractions, tokens);
    this.quantities = new StatedQuantities(blankOut(base.text, measured), mentions, measured);
    this.days = scanDates(base.text.slice(0, LONGEST_DATED))
      .flatMap(({ readings }) => readings)
      .filter(({ day }) => day !== null)
      .slice(0, MOST_DATES);
    this.hasRelativeDay = RELATIVE_DAY.test(base.text);
    this.hasNextDay = NEXT_DAY.test(base.text);
    this.grouped = new Set((base.text.slice(0, LONGEST_DATED).match(GROUPED) ?? []).map(withoutGroups));
    this.currencies = wordsOfCurrencySigns(base.text);
    this.squeezed = squeeze(base.text.slice(0, 2 * LONGEST_SQUEEZED)).slice(0, LONGEST_SQUEEZED);
    for (let at = 0; at + GRAM <= this.squeezed.length; at += 1)
      this.grams.add(this.squeezed.slice(at, at + GRAM));
    this.prefixes = new Set(tokens.flatMap(({ text }) => prefixesOf(normalizeWord(text))));
  }

  /**
   * Whether the normalized word occurs in some form: inflected, abbreviated, written out, as code, as initials, as the
   * sign of a currency.
   */
  hasWord(word: string): boolean {
    let answer = this.answers.get(word);
    if (answer === undefined) {
      answer = this.findWord(word);
      this.answers.set(word, answer);
    }
    return answer;
  }

  private findWord(word: string): boolean {
    const { words } = this.base;
    if (isBeyondNumbers(word)) return words.hasExactly(word) || this.hasGrouped(word);
    if (/^\d+$/.test(word)) return this.stated.states(Number(word)) || words.hasExactly(word);
    if (/\d/.test(word)) return words.hasExactly(word) || words.hasPhrase(word.match(/\d+|\D+/g) ?? []);
    return (
      words.has(word) ||
      this.prefixes.has(word) ||
      this.currencies.has(stem(word)) ||
      isAbbreviated(word, words) ||
      isCodeOfNamed(word, words)
    );
  }

  /** Of normalized words, those that the conversation has, as it writes them; those that it only implies are left out. */
  asWritten(words: readonly string[]): string[] {
    return words.flatMap((word) => {
      const written = this.written().get(word) ?? this.written().get(stem(word));
      if (written !== undefined) return [written];
      return this.stated.states(Number(word)) ? this.stated.nearest(Number(word)).slice(0, 1) : [];
    });
  }

  /** Whether every content word of the text occurs in some form. */
  mentions(text: string): boolean {
    const words = contentWords(text);
    return words.length > 0 && words.every((word) => this.hasWord(word));
  }

  /**
   * Whether the text occurs in another spelling: white space, quotation marks and signs of multiplication apart.
   * Of long evidence only the beginning is known so exactly, and the words have to do.
   */
  hasSpelling(text: string): boolean {
    const squeezed = squeeze(text);
    if (this.hasGramsOf(squeezed) && this.squeezed.includes(squeezed)) return true;
    return this.squeezed.length === LONGEST_SQUEEZED && this.base.words.hasPhrase(wordsOfValue(text));
  }

  /**
   * Whether the letters and digits of a code such as "DA-12345" occur in a row. Of long evidence only the beginning is
   * known so exactly, and the pieces have to do.
   */
  hasCode(text: string): boolean {
    this.bare ??= bareOf(this.squeezed);
    return this.bare.includes(bareOf(squeeze(text))) || this.squeezed.length === LONGEST_SQUEEZED;
  }

  /**
   * Whether the number occurs in other groups, with or without the prefix of its country: "+12065550187" as
   * "(206) 555 0187".
   */
  hasGrouped(text: string): boolean {
    const whole = withoutGroups(text);
    const prefixes = text.startsWith('+') ? LONGEST_PREFIX : 0;
    for (let from = 0; from <= prefixes && whole.length - from >= SHORTEST_GROUPED; from += 1) {
      if (this.grouped.has(whole.slice(from))) return true;
    }
    return false;
  }

  private hasGramsOf(squeezed: string): boolean {
    for (let at = 0; at + GRAM <= squeezed.length; at += 1) {
      if (!this.grams.has(squeezed.slice(at, at + GRAM))) return false;
    }
    return true;
  }

  /** Whether the text names a country or region that the conversation names too, by whichever of its names. */
  namesRegion(text: string): boolean {
    return namesOfRegion(text).some((name) => writesName(name, this.base.words));
  }

  /** Whether the code of a country or state, such as "US" or "OR", stands there in capitals or its name does. */
  namesCoded(code: string): boolean {
    const state = stateWords(code);
    return (
      this.base.words.hasWritten(code) ||
      this.namesRegion(code) ||
      (state.length > 0 && state.every((word) => this.base.words.has(word)))
    );
  }

  /** Whether the initials of a name occur in capitals: "LA" for "Los Angeles". */
  hasInitialsOf(name: string): boolean {
    const initials = name.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
    return initials.length > 1 && this.base.words.hasWritten(initials);
  }
}

const known = new WeakMap<Evidence, { text: string; made: ArgumentEvidence }>();

/** The argument evidence of `evidence`, made once however many calls are checked against it before it grows. */
export function argumentEvidence(evidence: Evidence): ArgumentEvidence {
  const last = known.get(evidence);
  if (last?.text === evidence.text) return last.made;
  const made = new ArgumentEvidence(evidence);
  known.set(evidence, { text: evidence.text, made });
  return made;
}

/** The first of each stands for all. */
function writtenWords(tokens: readonly Token[]): Map<string, string> {
  const exact = tokens.map(({ text }): [string, string] => [normalizeWord(text), text]);
  const stemmed = exact.map(([word, text]): [string, string] => [stem(word), text]);
  return new Map([...stemmed.reverse(), ...exact.reverse()]);
}

/** Without spaces and punctuation, and the zero that stands for a prefix. */
const withoutGroups = (text: string): string => bareOf(text).replace(/^0+/, '');

const bareOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

function squeeze(text: string): string {
  return normalizeWord(text)
    .replaceAll('**', '^')
    .replace(/[\s*"'`“”‘’\\]+/g, '');
}
