import { foreignNumerals } from '../gazetteers/foreign-numerals';
import { foldWord, type ReadLanguage } from '../gazetteers/language-words';
import { findMatches } from './regions';
import { DAY_MINUTES, HALF_DAY_MINUTES, type TimeMention } from './times';

const MAX_HOUR = 12;
const MINUTES_PER_HOUR = 60;
const QUARTER = 15;
const HALF = 30;
/** Minutes that are said in words next to an hour. */
const MINUTES = new Set([5, 10, 20, 25, 30, 40, 50]);
/** What shows that an hour alone counts no things: "a las dos partes". */
const END = '[.,;:!?)]|\\s?$';
const WORD = '[\\p{L}\\d]{1,14}';

interface TimeWords {
  /** With the groups `hour`, and for what is added or taken `more` and `less`; German "halb" is `half`. */
  pattern: string;
  quarters: string;
  halves: string;
  /** After a time: before noon, and after it. */
  morning: string;
  evening: string;
}

const TIME_WORDS: Record<ReadLanguage, TimeWords> = {
  de: {
    pattern: `(?:viertel\\s(?:(?<quarterPast>nach)|(?<quarterTo>vor)|(?!nach|vor))|(?<half>halb))\\s?(?<hourAfter>${WORD})|(?<hour>${WORD})\\suhr(?:\\s(?<more>${WORD}))?`,
    quarters: 'viertel',
    halves: 'halb',
    morning: '(?:morgens|fruh|früh|vormittags|am\\s(?:morgen|vormittag))',
    evening: '(?:nachmittags|abends|am\\s(?:nachmittag|abend))',
  },
  fr: {
    pattern: `(?<=(?<!\\p{L})(?:à|vers|dès|avant|après|jusqu['’]à)\\s)(?<hour>${WORD})\\sheures?(?:\\set\\s(?<more>quart|demie?)|\\smoins\\s(?:le\\s)?(?<less>quart|cinq|dix|vingt|vingt-cinq)|\\s(?<minutes>cinq|dix|vingt|trente|quarante|cinquante))?(?!\\sde\\s(?!l['’]apr))`,
    quarters: 'quart',
    halves: 'demi demie',
    morning: 'du\\smatin',
    evening: "(?:du\\ssoir|de\\sl['’]après-midi)",
  },
  es: {
    pattern: `(?<=(?<!\\p{L})las?\\s)(?<hour>${WORD})\\s(?:y\\s(?<more>cuarto|media|cinco|diez|veinte|veinticinco)|menos\\s(?<less>cuarto|cinco|diez|veinte|veinticinco)|en\\spunto)|(?<=(?<!\\p{L})a\\slas?\\s)(?<alone>${WORD})(?=${END}|\\s(?:de\\sla\\s(?:tarde|mañana|noche)|hasta|en)(?!\\p{L}))`,
    quarters: 'cuarto',
    halves: 'media',
    morning: 'de\\sla\\smañana',
    evening: 'de\\sla\\starde',
  },
  it: {
    pattern: `(?<=(?<!\\p{L})(?:alle|dalle|le|all['’]|l['’]|dall['’])\\s?)(?<hour>${WORD})\\s(?:e\\s(?:un\\s)?(?<more>quarto|mezza|mezzo|cinque|dieci|venti|venticinque)|meno\\s(?:un\\s)?(?<less>quarto|cinque|dieci|venti|venticinque)|in\\spunto)|(?<=(?<!\\p{L})d?alle\\s)(?<alone>${WORD})(?=${END}|\\s(?:(?:del|di)\\s(?:pomeriggio|mattin[ao]|sera)|fino|alle)(?!\\p{L}))`,
    quarters: 'quarto',
    halves: 'mezza mezzo',
    morning: '(?:del\\smattino|di\\smattina)',
    evening: '(?:del\\spomeriggio|di\\ssera)',
  },
};

interface TimeReader {
  pattern: RegExp;
  readHour: (word: string | undefined) => number | null;
  readMinutes: (word: string | undefined) => number;
}

const readers = new Map<ReadLanguage, TimeReader>();

function timeReader(language: ReadLanguage): TimeReader {
  const cached = readers.get(language) ?? createReader(language);
  readers.set(language, cached);
  return cached;
}

function createReader(language: ReadLanguage): TimeReader {
  const { pattern, quarters, halves, morning, evening } = TIME_WORDS[language];
  const { values } = foreignNumerals(language);
  const readNumber = (word = ''): number =>
    /^\d{1,2}$/.test(word) ? Number(word) : (values.get(foldWord(word)) ?? 0);
  return {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d:])(?:\\s(?:(?<morning>${morning})|(?<evening>${evening}))(?!\\p{L}))?`,
      'giu',
    ),
    readHour: (word) => {
      const hour = readNumber(word);
      return hour >= 1 && hour <= MAX_HOUR && !/^\d/.test(word ?? '') ? hour : null;
    },
    readMinutes: (word) => {
      if (word === undefined) return 0;
      const folded = foldWord(word);
      if (quarters.split(' ').includes(folded)) return QUARTER;
      return halves.split(' ').includes(folded) ? HALF : readNumber(word);
    },
  };
}

/**
 * Times of day that a text says in words of another language, in order: "las cinco y cuarto", "Viertel nach fünf". Those in
 * digits are read in any language.
 */
export function scanForeignTimes(language: ReadLanguage, text: string, from = 0): TimeMention[] {
  const reader = timeReader(language);
  return Array.from(findMatches(text, reader.pattern, from)).flatMap((match): TimeMention[] => {
    const readings = readTime(match.groups ?? {}, reader);
    const { 0: literal, index } = match;
    return readings.length === 0
      ? []
      : [{ start: index, end: index + literal.length, text: literal, readings }];
  });
}

function readTime(groups: Record<string, string | undefined>, reader: TimeReader): number[] {
  const hour = reader.readHour(groups.hour ?? groups.hourAfter ?? groups.alone);
  if (hour === null) return [];
  const minutes = readOffset(groups, reader);
  if (minutes === null) return [];
  const early = ((hour % MAX_HOUR) * MINUTES_PER_HOUR + minutes + HALF_DAY_MINUTES) % HALF_DAY_MINUTES;
  if (groups.morning !== undefined) return [early];
  const late = (early + HALF_DAY_MINUTES) % DAY_MINUTES;
  return groups.evening === undefined ? [early, late] : [late];
}

/** Minutes after the hour, which the words add or take; null for others, such as those of a price. */
function readOffset(groups: Record<string, string | undefined>, { readMinutes }: TimeReader): number | null {
  if (groups.quarterPast !== undefined) return QUARTER;
  if (groups.quarterTo !== undefined) return -QUARTER;
  if (groups.half !== undefined) return -HALF;
  if (groups.hourAfter !== undefined) return null;
  const more = readMinutes(groups.more ?? groups.minutes);
  const less = readMinutes(groups.less);
  return [more, less].every((minutes) => minutes === 0 || minutes === QUARTER || MINUTES.has(minutes))
    ? more - less
    : null;
}
