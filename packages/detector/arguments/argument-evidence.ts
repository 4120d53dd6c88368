import { listNormalizedWords, stem, type Token } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { ResumedTest } from '../evidence/growing-text';
import { hasRegionName } from '../evidence/region-mentions';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { listPrefixes } from '../gazetteers/abbreviations';
import { listAirportsOf, listCitiesOfAirport } from '../gazetteers/airports';
import type { Lexicon } from '../gazetteers/lexicon';
import { listRegionNames } from '../gazetteers/regions-of-world';
import { listStateWords } from '../gazetteers/us-states';
import type { DateMention, DateReading } from '../text/dates';
import { joinNeighbors, type Region, type WrittenRegion } from '../text/regions';
import { WEEKDAY_ALONE } from '../text/relative-days';
import { isAbbreviated, isCodeOfNamed } from './abbreviated-words';
import { Clauses } from './clauses';
import { CurrencySigns } from './currency-mentions';
import { DottedNumbers } from './dotted-numbers';
import { Fractions } from './fractions';
import { GroupedNumbers } from './grouped-numbers';
import { NegatedRequests } from './negated-requests';
import { isRelated } from './related-words';
import { Spelling } from './spelling';
import { StatedNumbers } from './stated-numbers';
import { StatedQuantities } from './stated-quantities';
import { ToggleRequests } from './toggle-requests';
import { isBeyondNumbers, listContentWords, listWords } from './value-words';

/** What a conversation may mean many days by, without naming their dates. */
const RELATIVE_DAY = new RegExp(
  `\\b(?:now|(?:next|this|coming|upcoming|past|last|following)\\s(?:\\w{1,20}\\s)?(?:days|weeks?|months?|quarters?|weekends?|nights?)|${WEEKDAY_ALONE}|from now|ago)\\b`,
  'i',
);
/** Words by which a day next to a stated one is meant. */
const NEXT_DAY =
  /\b(?:(?:next|following|previous|prior)[\s-](?:day|morning|evening|night)|days? (?:after|before)|overnight|eve|tonight|tomorrow|yesterday)\b/i;
const MAX_DATE_OFFSET = 50_000;
const MAX_DATES = 200;

/** What arguments may come from: the evidence and what has to be known of it for the forms of arguments. */
export class ArgumentEvidence {
  private readonly fractions: Fractions;
  readonly stated: StatedNumbers;
  readonly quantities: StatedQuantities;
  readonly dotted: DottedNumbers;
  readonly grouped: GroupedNumbers;
  /** What it asks to switch on or off. */
  readonly toggleRequests: ToggleRequests;
  /** What it says no to. */
  readonly negatedRequests: NegatedRequests;
  /** Whether "tomorrow", "next week" and the like occur, from which a date can be worked out. */
  readonly hasRelativeDay: () => boolean;
  /** Whether "the next day", "overnight" and the like occur. */
  readonly hasNextDay: () => boolean;
  private readonly spelling: Spelling;
  private readonly currencies: CurrencySigns;
  private readonly readings: DateReading[] = [];
  private readonly dateFollower: Follower<DateMention>;
  /** The first word of each normalized form, and of each stem. */
  private readonly written = new Map<string, WrittenRegion>();
  private readonly writtenStems = new Map<string, WrittenRegion>();
  private readonly writtenFollower: Follower<string>;
  private readonly prefixes = new Set<string>();
  private readonly prefixFollower: Follower<string>;
  private readonly knownWords = new Map<string, boolean>();

  private readonly log: UndoLog;

  /** `lexicon` is null where words close in meaning do not count. */
  constructor(
    readonly base: Evidence,
    private readonly lexicon: Lexicon | null = null,
  ) {
    const { log } = base;
    const { tokens, normalized } = base.words;
    this.log = log;
    base.followValues();
    this.fractions = new Fractions(base, log);
    this.stated = new StatedNumbers(base, this.fractions, log);
    this.quantities = new StatedQuantities(base, this.fractions, log);
    this.dotted = new DottedNumbers(base, log);
    this.grouped = new GroupedNumbers(base, log);
    const clauses = new Clauses(base, log);
    this.toggleRequests = new ToggleRequests(clauses, log);
    this.negatedRequests = new NegatedRequests(clauses, log);
    const [relativeDay, nextDay] = [new ResumedTest(RELATIVE_DAY, base), new ResumedTest(NEXT_DAY, base)];
    this.hasRelativeDay = log.oncePerTrial(() => relativeDay.matches());
    this.hasNextDay = log.oncePerTrial(() => nextDay.matches());
    this.spelling = new Spelling(base, log);
    this.currencies = new CurrencySigns(base, log);
    this.dateFollower = new Follower(base.dates.mentions, log, (date) => this.addDate(date));
    this.writtenFollower = new Follower(normalized, log, (word, index) => {
      const token = tokens[index] as Token;
      log.setIfAbsent(this.written, word, token);
      log.setIfAbsent(this.writtenStems, stem(word), token);
    });
    this.prefixFollower = new Follower(normalized, log, (word) => {
      for (const prefix of listPrefixes(word)) log.add(this.prefixes, prefix);
    });
  }

  private addDate({ start, readings }: DateMention): void {
    if (start >= MAX_DATE_OFFSET) return;
    for (const reading of readings) {
      if (reading.day !== null && this.readings.length < MAX_DATES) this.log.push(this.readings, reading);
    }
  }

  /** Dates that have a month and a day, of the first 50,000 characters and at most 200. */
  get days(): readonly DateReading[] {
    this.dateFollower.update();
    return this.readings;
  }

  /**
   * Whether the normalized word occurs in some form: inflected, abbreviated, written out, as code, as initials, as the
   * sign of a currency.
   */
  hasWord(word: string): boolean {
    let isKnown = this.knownWords.get(word);
    if (isKnown === undefined) {
      isKnown = this.findWord(word);
      this.log.set(this.knownWords, word, isKnown);
    }
    return isKnown;
  }

  private findWord(word: string): boolean {
    const { words } = this.base;
    if (isBeyondNumbers(word)) return words.hasExactly(word) || this.grouped.has(word);
    if (/^\d+$/.test(word)) return this.stated.states(Number(word)) || words.hasExactly(word);
    if (/\d/.test(word)) return words.hasExactly(word) || words.hasPhrase(word.match(/\d+|\D+/g) ?? []);
    return (
      words.has(word) ||
      this.isPrefix(word) ||
      this.currencies.mean(stem(word)) ||
      isAbbreviated(word, words) ||
      isCodeOfNamed(word, words)
    );
  }

  /** Whether a word of the end of the conversation is close in meaning to the normalized word. */
  hasRelated(word: string): boolean {
    return this.lexicon !== null && isRelated(word, this.base.words.normalized, this.lexicon);
  }

  private isPrefix(word: string): boolean {
    this.prefixFollower.update();
    return this.prefixes.has(word);
  }

  /** Where the conversation first writes the normalized words; those that it only implies are left out. */
  asWritten(words: readonly string[]): WrittenRegion[] {
    this.writtenFollower.update();
    return words.flatMap((word) => {
      const region = this.writtenAs(word) ?? this.writtenAs(stem(word));
      if (region !== undefined) return [region];
      return this.stated.states(Number(word)) ? this.stated.nearest(Number(word)).slice(0, 1) : [];
    });
  }

  private writtenAs(word: string): WrittenRegion | undefined {
    return this.written.get(word) ?? this.writtenStems.get(word);
  }

  /** Whether every content word of the text occurs in some form. */
  mentions(text: string): boolean {
    const words = listContentWords(text);
    return words.length > 0 && words.every((word) => this.hasWord(word));
  }

  /** Where the conversation first writes the content words of the text; one place for words next to each other. */
  listPlaces(text: string): Region[] {
    return joinNeighbors(this.asWritten(listContentWords(text)));
  }

  /**
   * Whether the text occurs in another spelling: white space, quotation marks and signs of multiplication apart.
   * Of long evidence only the beginning is known so exactly, and the words have to do.
   */
  hasSpelling(text: string): boolean {
    return this.spelling.has(text) || (this.spelling.isCut && this.base.words.hasPhrase(listWords(text)));
  }

  /**
   * Whether the letters and digits of a code such as "DA-12345" occur in a row. Of long evidence only the beginning is
   * known so exactly, and the pieces have to do.
   */
  hasCode(text: string): boolean {
    return this.spelling.hasBare(text) || this.spelling.isCut;
  }

  /** Whether the text names a country or region that the conversation names too, by whichever of its names. */
  namesRegion(text: string): boolean {
    return listRegionNames(text).some((name) => hasRegionName(name, this.base.words));
  }

  /** Whether the code of a country or state, such as "US" or "OR", occurs in capitals, or its name. */
  namesCoded(code: string): boolean {
    const state = listStateWords(code);
    return (
      this.base.words.hasWritten(code) ||
      this.namesRegion(code) ||
      (state.length > 0 && state.every((word) => this.base.words.has(word)))
    );
  }

  /**
   * Whether the text is the code of an airport of a city that occurs, or a city with an airport whose code does: "JFK" for
   * "New York", "Los Angeles, CA" for "LAX".
   */
  namesAirport(text: string): boolean {
    const { words } = this.base;
    const [city = ''] = text.split(',', 1);
    return (
      listCitiesOfAirport(text).some((name) => words.hasPhrase(listNormalizedWords(name))) ||
      listAirportsOf(city).some((code) => words.hasWritten(code))
    );
  }

  /** Whether the initials of a name occur in capitals: "LA" for "Los Angeles". */
  hasInitialsOf(name: string): boolean {
    const initials = name.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
    return initials.length > 1 && this.base.words.hasWritten(initials);
  }
}
