import { scanDays, scanMonths } from '../text/calendar-words';
import { scanIdentifiers } from '../text/identifiers';
import { normalizeToken, scanNames } from '../text/names';
import { isWithin, type Region } from '../text/regions';
import { scanMentions } from '../values/mentions';
import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentIssue, createIssue } from './argument-issue';
import type { Parameter } from './parameter';
import { listContentWords } from './value-words';

/** Words of the names of parameters whose value is worded for the occasion. */
const WORDED = new Set(
  (
    'query queries q search keyword keywords question prompt message msg text body content subject title headline caption ' +
    'description summary note notes comment comments reason details remark remarks memo feedback explanation ' +
    'greeting reply response topic instructions'
  ).split(' '),
);
/** And words that go with them; of "movie_title", which names something, "movie" does not. */
const WITH_WORDED = new Set(
  (
    'email mail sms chat push ticket issue bug case task todo event meeting calendar reminder support help user customer ' +
    'agent internal public short long full new web commit request error additional extra'
  ).split(' '),
);
/** Of parameters whose value sorts something into a class of the tool's. */
const CLASSIFYING = new Set(
  'category categories tag tags label labels department priority severity urgency sentiment intent'.split(
    ' ',
  ),
);
const LEVELS = new Set(
  'low medium normal high urgent critical minor major positive negative neutral'.split(' '),
);
const SQL = /^\s*(?:select|insert\s+into|update|delete\s+from|with)\s/i;
const LITERAL = /'((?:[^'\\]|\\.|''){1,200})'|(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;
/** Says how many rows, not which. */
const LIMIT = /\b(?:limit|offset|top|first|fetch next)\s+$/i;
const MAX_LIMIT_LENGTH = 16;
/** "408 - 174", "3*(12+4)": a calculation, which dates, ranges and numbers of telephones are not. */
const CALCULATION = /^(?=.*\d\)?(?:\s[-+/]\s|\s?[*^×÷]|\+[\d(]))[\d\s.,+*/^×÷%()-]{3,300}$/;
const NUMBER = /\d+(?:[.,]\d+)*/g;
/** Of the words of a short text, those that the conversation has or that are close to one of it. */
const MIN_SHARE = 1 / 3;
const MAX_SHORT = 6;
/** A count in words, or a factor or count of a calculation, of what is not counted elsewhere. */
const MAX_SMALL = 12;

/** A part of a value that is judged like a whole value. */
type Judge = (piece: string) => ArgumentIssue | null;

/** Whether the value is composed from what the conversation has: a text, a statement in SQL, a calculation. */
export const isComposed = (value: string, parameter: Parameter): boolean =>
  isWorded(parameter) || SQL.test(value) || CALCULATION.test(value);

/**
 * What speaks against a composed value: a name, number, date, code or link in it, or that it has nothing to do with the
 * conversation. Which words say it is free.
 */
export function findComposedIssue(
  value: string,
  parameter: Parameter,
  evidence: ArgumentEvidence,
  judge: Judge,
): ArgumentIssue | null {
  if (SQL.test(value)) return judgeAll(listLiterals(value), parameter, judge);
  if (CALCULATION.test(value)) {
    const operands = (value.match(NUMBER) ?? []).filter((operand) => Number(operand) > MAX_SMALL);
    return judgeAll(operands, parameter, judge, null);
  }
  const ofValue = judgeAll(listValues(value), parameter, judge, value) ?? findCalendarIssue(value, evidence);
  return ofValue ?? (isAboutConversation(value, evidence) ? null : createIssue('absentText', []));
}

/** Whether the value is a class that something of the conversation belongs to, or a level. */
export function isFittingClass(
  value: string,
  { name, schema }: Parameter,
  evidence: ArgumentEvidence,
): boolean {
  const words = listContentWords(value);
  return (
    schema.choices.length === 0 &&
    listContentWords(name).some((word) => CLASSIFYING.has(word)) &&
    (LEVELS.has(value.toLowerCase()) || words.some((word) => evidence.hasRelated(word)))
  );
}

function isWorded({ name }: Parameter): boolean {
  const words = listContentWords(name);
  return (
    words.some((word) => WORDED.has(word)) && words.every((word) => WORDED.has(word) || WITH_WORDED.has(word))
  );
}

/** `context` says what the pieces are of; null: a rule may state them for anything. */
function judgeAll(
  pieces: readonly string[],
  parameter: Parameter,
  judge: Judge,
  context: string | null = '',
): ArgumentIssue | null {
  for (const piece of new Set(pieces)) {
    const issue = parameter.isRuled(piece, context) ? null : judge(piece);
    if (issue !== null) return { ...issue, piece };
  }
  return null;
}

/** The names of tables and columns are the tool's. */
const listLiterals = (sql: string): string[] =>
  [...sql.matchAll(LITERAL)]
    .filter(({ index }) => !LIMIT.test(sql.slice(Math.max(0, index - MAX_LIMIT_LENGTH), index)))
    .map(([word, quoted]) => quoted?.replace(/^%|%$/g, '') ?? word);

/** A day of the week or a month that the conversation neither names nor implies. */
function findCalendarIssue(value: string, { base }: ArgumentEvidence): ArgumentIssue | null {
  const days = scanDays(value);
  const knownDays = days.length === 0 ? null : base.calendar.knownDays();
  const wrong =
    days.find(({ day }) => knownDays !== null && !knownDays.has(day)) ??
    scanMonths(value).find(({ month }) => !base.calendar.hasMonth(month));
  return wrong === undefined
    ? null
    : { ...createIssue('absentText', []), piece: value.slice(wrong.start, wrong.end) };
}

/** Links, dates, times, codes, numbers and names of a text. */
function listValues(text: string): string[] {
  const { links, dates, times, numbers, withoutDates } = scanMentions(text);
  const identifiers = scanIdentifiers(withoutDates);
  const write = ({ start, end }: Region): string => text.slice(start, end);
  const names = scanNames(withoutDates).map(({ tested }) => tested);
  return [
    ...[...links, ...dates, ...times, ...identifiers].map(write),
    ...numbers.mentions
      .filter(({ start, isPartOfWord }) => !isPartOfWord && !isWithin(identifiers, start))
      .filter(({ text: literal, values }) => /\d/.test(literal) || values.every((count) => count > MAX_SMALL))
      .map(write),
    ...names.flatMap((tokens) => tokens.filter((token) => normalizeToken(token).length > 1).map(write)),
  ];
}

function isAboutConversation(value: string, evidence: ArgumentEvidence): boolean {
  const words = listContentWords(value).filter((word) => evidence.base.scripts.canCompare(word));
  const near = words.filter((word) => evidence.hasWord(word) || evidence.hasRelated(word)).length;
  return words.length === 0 || (words.length > MAX_SHORT ? near > 0 : near >= MIN_SHARE * words.length);
}
