import { refersBack, type Sentence, scanSentences } from '../base/sentences';
import { countShared } from '../base/sets';
import type { Evidence } from '../evidence/evidence';
import {
  type IndexedList,
  type PhraseMatch,
  type RecordText,
  type RecordValue,
  type StemmedToken,
  scanStems,
} from '../evidence/record-index';
import { isNegation } from '../gazetteers/modifiers';
import { parseState, rulesOut } from '../gazetteers/states';
import { CAPITALIZED } from '../text/names';
import type { ListedRecord } from '../text/records';
import { blankOut, findFirst, overlap, type Region, scanCodeBlocks, scanMatches } from '../text/regions';
import { isSameUnit, type MeasuredNumber, MONEY_KEY } from '../values/quantities';
import { listContentStems, scanTypedValues, type TypedValue } from '../values/typed-values';
import { checkConfidence, type Finding, quote } from './finding';
import { namesSubject } from './question-subject';

/** A clause that compares, or that says what holds on a condition, may name one record and give a value of another. */
const COMPARES =
  /\b(?:than|others?|another|else|while|whereas|unlike|instead|both|compared|versus|vs|respectively|if|unless|except|either|or|rather|previous(?:ly)?|originally|formerly|same|like|total)\b|\?/i;
/** Where one clause of a sentence ends. */
const CLAUSE_END = /[,;:](?=\s)|\s[–—-]\s|\s(?=(?:and|but)\s)/g;
/** Before the verb, what compares holds for all clauses. */
const COMPARES_FIRST =
  /^\W*(?:if|unless|while|whereas|unlike|instead|otherwise|both|except|compared|previously|originally|other|others|another)\b/i;
const MAX_FINDINGS = 20;
/** Words between a value and the name of its column: "high priority", "priority is high". */
const MAX_APART = 2;
/** Before a state. */
const IS_IN = /^(?:is|are|was|were|been|be|got)$/i;
/** Kinds of values and words that two records of prose have in common. */
const MIN_ALIKE = 2;
/** How many times an amount of the record may be said, and how many of its amounts are combined. */
const MAX_FACTOR = 12;
/** Before a label of one word that is a noun. */
const DETERMINER = /\b(?:the|an?|our|your|this|that|for|in|of|'s)\s+[*_"“]*$/i;

/**
 * Values of a sentence that names one record of a list, and no other, where its record has another value of the kind and
 * only other records have this one. A reply that names none is about the one that the question names.
 */
export function checkRecords(text: string, evidence: Evidence, question = ''): Finding[] {
  const lists = evidence.records.list();
  if (lists.length === 0) return [];
  const prose = blankOut(text, scanCodeBlocks(text));
  const ofQuestion = findQuestionRecords(lists, prose, question);
  let values: TypedValue[] | null = null;
  const findings: Finding[] = [];
  let before: readonly NamedRecord[] = [];
  for (const sentence of scanSentences(prose)) {
    const words = scanStems(sentence.text);
    const namedHere = lists.flatMap((list) => findRecord(list, sentence, words) ?? []);
    const isAboutBefore = namedHere.length === 0 && refersBack(sentence.text) && !hasNames(lists, words);
    const namedBefore =
      isAboutBefore && before.length > 0 ? before : namesSubject(sentence.text) ? ofQuestion : [];
    const records =
      namedHere.length > 0 ? namedHere : namedBefore.map((one) => ({ ...one, names: [], sentence, words }));
    before = isAboutBefore || namedHere.length > 0 ? records : [];
    if (records.length === 0 || words.some(({ text: word }) => isNegation(word.toLowerCase()))) continue;
    const comparing = listComparing(sentence.text);
    if (records.some(({ names }) => names.some((name) => isIn(comparing, name)))) continue;
    values ??= scanTypedValues(prose);
    const all = values;
    const [first, next] = [sentence.start, sentence.end].map((place) =>
      findFirst(all.length, (at) => (all[at] as TypedValue).start >= place),
    );
    const own = all
      .slice(first, next)
      .map((value) => ({ ...value, start: value.start - sentence.start, end: value.end - sentence.start }));
    for (const one of records) {
      const ofValues = findValues(one, own, records);
      const ofTexts = findTexts(one, records).filter((text) => !isIn(ofValues, text));
      const kept = [...ofValues, ...ofTexts].filter((finding) => !isIn(comparing, finding));
      findings.push(
        ...kept.map((finding) => ({
          ...finding,
          ...{ start: finding.start + sentence.start, end: finding.end + sentence.start },
        })),
      );
    }
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings.slice(0, MAX_FINDINGS);
}

const isIn = (regions: readonly Region[], place: Region): boolean =>
  regions.some((region) => overlap(region, place));

/** The clauses of a sentence whose values may be those of other records. */
function listComparing(sentence: string): Region[] {
  if (!COMPARES.test(sentence)) return [];
  if (COMPARES_FIRST.test(sentence) || sentence.includes('?')) return [{ start: 0, end: sentence.length }];
  const ends = [...scanMatches(sentence, CLAUSE_END).map(({ end }) => end), sentence.length];
  return ends
    .map((end, index): Region => ({ start: ends[index - 1] ?? 0, end }))
    .filter(({ start, end }) => COMPARES.test(sentence.slice(start, end)));
}

/** The records that the question names, of lists of which the reply names none. */
function findQuestionRecords(lists: readonly IndexedList[], reply: string, question: string): NamedRecord[] {
  if (!namesSubject(question)) return [];
  const sentence = { start: 0, end: question.length, text: question };
  const words = scanStems(question);
  const records = lists.flatMap((list) => findRecord(list, sentence, words) ?? []);
  const replyWords = records.length === 0 ? [] : scanStems(reply);
  return records.filter(({ list }) => list.findNamed(replyWords).length === 0);
}

/** The only record of a list that a sentence names. */
interface NamedRecord {
  list: IndexedList;
  record: number;
  /** How it is named. */
  name: string;
  /** Where it is named, in the sentence; nowhere in one that is about the sentence before. */
  names: readonly Region[];
  sentence: Sentence;
  words: readonly StemmedToken[];
}

function findRecord(
  list: IndexedList,
  sentence: Sentence,
  words: readonly StemmedToken[],
): NamedRecord | null {
  const isMeant = (phrase: PhraseMatch<number>): boolean =>
    phrase.to - phrase.from > 1 || !list.isProse || isNoun(sentence.text, toRegion(phrase, words));
  const labels = list.findNamed(words).filter(isMeant);
  const phrases = labels.length > 0 || !list.isProse ? labels : findPeople(list, words);
  const [first] = phrases;
  if (first === undefined || phrases.some(({ meaning }) => meaning !== first.meaning)) return null;
  const names = phrases.map((phrase) => toRegion(phrase, words));
  const [{ start, end }] = names as [Region, ...Region[]];
  return { list, record: first.meaning, name: sentence.text.slice(start, end), names, sentence, words };
}

/** Whether any record is named, so that the sentence is about several or others. */
const hasNames = (lists: readonly IndexedList[], words: readonly StemmedToken[]): boolean =>
  lists.some((list) => list.findNamed(words).length > 0);

/** Names of several words in prose, which name their records where no label does: "Raj Patel's extension". */
const findPeople = (list: IndexedList, words: readonly StemmedToken[]): PhraseMatch<number>[] =>
  list
    .findTexts(words)
    .filter(({ from, to, meaning }) => {
      const isProper = words.slice(from, to).every(({ text }) => CAPITALIZED.test(text));
      return isProper && to - from > 1 && CAPITALIZED.test(list.write(meaning)) && meaning.kind !== 'code';
    })
    .map(({ from, to, meaning: { record } }) => ({ from, to, meaning: record }));

/** "the retro", "to Linz", "Billing is", but not "Contact Raj" or "to contact": a label of one word may be a verb. */
function isNoun(sentence: string, { start, end }: Region): boolean {
  const before = sentence.slice(0, start);
  if (DETERMINER.test(before)) return true;
  if (/[\p{Ll}\d]/u.test(before) && CAPITALIZED.test(sentence.slice(start, end))) return true;
  return !/[\p{L}\p{N}]/u.test(before) && /^[*_"”]*(?:'s\b|’s\b|:|,|\s\p{Ll})/u.test(sentence.slice(end));
}

const toRegion = ({ from, to }: PhraseMatch<unknown>, words: readonly StemmedToken[]): Region => ({
  start: (words[from] as StemmedToken).start,
  end: (words[to - 1] as StemmedToken).end,
});

function findValues(
  namedRecord: NamedRecord,
  values: readonly TypedValue[],
  all: readonly NamedRecord[],
): Finding[] {
  const { list, record } = namedRecord;
  return values.flatMap((value): Finding[] => {
    if (all.some((one) => one.names.some((name) => overlap(name, value)))) return [];
    if (all.some((one) => one.list.listValues(one.record).some((own) => isSame(value, own)))) return [];
    if (isDerived(value, list.listValues(record))) return [];
    const other = findInOthers(namedRecord, value);
    if (other === null || list.readOthers().values.some((one) => isSame(value, one))) return [];
    const rivals = list.listValues(record).filter((own) => isRival(value, own, other));
    const right = chooseRight(rivals, namedRecord);
    return right === null ? [] : [toFinding(namedRecord, value, right)];
  });
}

function findInOthers({ list, record }: NamedRecord, value: TypedValue): RecordValue | null {
  for (let index = 0; index < list.list.records.length; index += 1) {
    if (index === record) continue;
    const rival = list
      .listValues(index)
      .find((other) => isSame(value, other) && fits(value, other) && isAlike(list, record, index));
    if (rival !== undefined) return rival;
  }
  return null;
}

/** Whether two values are the same, one of them rounded perhaps. */
function isSame(claim: TypedValue, value: TypedValue): boolean {
  if (claim.kind !== value.kind) return false;
  const reach = (claim.measured?.precision ?? 0) / 2;
  return claim.keys.some((key) => value.keys.some((own) => Math.abs(own - key) <= reach));
}

/** Whether an amount is of what a value of a record is of. */
function fits(claim: TypedValue, { column, cues, ...known }: RecordValue): boolean {
  if (claim.measured === null || known.measured === null) return true;
  const { measured } = known;
  if (claim.measured.quantity === null) {
    const names = [...listContentStems(splitName(column)), ...cues];
    return claim.cues.some((cue) => names.some((name) => name === cue || isShortFor(name, cue)));
  }
  if (measured.quantity !== null) return isSameUnit(claim.measured, measured);
  return claim.measured.quantity === 'money' && MONEY_KEY.test(column);
}

const MIN_SHORT = 3;

/** "ext." and "extension". */
function isShortFor(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return short.length >= MIN_SHORT && long.startsWith(short);
}

/** "dueDate" is "due Date". */
const splitName = (name: string): string => name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ');

const isRival = (claim: TypedValue, own: RecordValue, other: RecordValue): boolean =>
  own.kind === claim.kind && fits(claim, own) && (claim.kind !== 'number' || own.column === other.column);

/** The rival whose column the sentence names, or else the first. */
function chooseRight<Rival extends { column: string }>(
  rivals: readonly Rival[],
  { words }: NamedRecord,
): Rival | null {
  const stems = new Set(words.map(({ stem }) => stem));
  const isNamed = ({ column }: Rival): boolean =>
    listContentStems(splitName(column)).some((one) => stems.has(one));
  return rivals.find(isNamed) ?? rivals[0] ?? null;
}

/** Whether it may be worked out from the numbers of the record. */
function isDerived({ measured }: TypedValue, own: readonly RecordValue[]): boolean {
  if (measured === null) return false;
  const numbers = own.flatMap((value) => value.measured?.values[0] ?? []).slice(0, MAX_FACTOR);
  const isSaid = (value: number): boolean =>
    (measured as MeasuredNumber).values.some((one) => Math.abs(one - value) < 1e-6 * Math.abs(one));
  return numbers.some(
    (one, index) =>
      Array.from({ length: MAX_FACTOR - 1 }, (_, factor) => one * (factor + 2)).some(isSaid) ||
      numbers
        .slice(index + 1)
        .some((other) => [one + other, Math.abs(one - other), one * other].some(isSaid)),
  );
}

/** Whether records of prose are of one kind: they have values of the same kinds, and words in common. */
function isAlike(list: IndexedList, one: number, other: number): boolean {
  if (!list.isProse) return true;
  const listKinds = (record: number): Set<string> =>
    new Set([
      ...list
        .listValues(record)
        .filter(({ kind, start }, index, all) => kind !== 'day' || all[index - 1]?.start !== start)
        .map(({ kind, measured }) => `${kind} ${measured?.quantity ?? ''}`),
      ...list.listTexts(record).map(({ kind }) => kind),
    ]);
  const listWords = (record: number): Set<string> => {
    const { end, names } = list.list.records[record] as ListedRecord;
    const from = names[0]?.end ?? end;
    const values = list
      .listValues(record)
      .map((value) => ({ start: value.start - from, end: value.end - from }));
    return new Set(listContentStems(blankOut(list.write({ start: from, end }), values)));
  };
  const kinds = countShared(listKinds(one), listKinds(other));
  return kinds > 0 && kinds + countShared(listWords(one), listWords(other)) >= MIN_ALIKE;
}

function findTexts(namedRecord: NamedRecord, all: readonly NamedRecord[]): Finding[] {
  const { list, record, words } = namedRecord;
  return list.findTexts(words).flatMap((textPhrase): Finding[] => {
    const place = toRegion(textPhrase, words);
    const { meaning: text } = textPhrase;
    if (text.record === record || all.some((one) => one.names.some((name) => overlap(name, place))))
      return [];
    if (!isAlike(list, record, text.record)) return [];
    const phrase = toPhrase(list.write(text));
    const isOwn = all.some((one) => {
      const { start, end } = one.list.list.records[one.record] as Region;
      return toPhrase(one.list.write({ start, end })).includes(phrase);
    });
    if (isOwn || list.readOthers().words.includes(phrase)) return [];
    const rivals = list
      .listTexts(record)
      .filter((own) => own.kind === text.kind && own.column === text.column && own.end > own.start);
    const right = chooseRight(rivals, namedRecord);
    const isStated = right !== null && isStateOf(text, textPhrase, right, namedRecord);
    return right === null || !(isStated || isSaidOf(text, textPhrase, namedRecord))
      ? []
      : [toFinding(namedRecord, place, right)];
  });
}

/** Whether the record is said to have got into a state that its own rules out: "order 1043 has been shipped". */
function isStateOf(
  text: RecordText,
  { from }: PhraseMatch<RecordText>,
  right: RecordText,
  { list, words }: NamedRecord,
): boolean {
  const [state, own] = [text, right].map((one) => parseState(list.write(one).toLowerCase()));
  const before = words.slice(Math.max(0, from - MAX_APART), from);
  return (
    state != null &&
    own != null &&
    before.some(({ text: word }) => IS_IN.test(word)) &&
    rulesOut(own, state, false)
  );
}

/** Whether it is a name or code as it is written, or next to the name of its column. */
function isSaidOf(
  text: RecordText,
  { from, to }: PhraseMatch<RecordText>,
  { list, words }: NamedRecord,
): boolean {
  const phraseWords = words.slice(from, to);
  const isProper = phraseWords.every(({ text: word }) => CAPITALIZED.test(word) || /\d/.test(word));
  const hasLetters = phraseWords.some(({ text: word }) => /\p{L}/u.test(word));
  if (!hasLetters) return false;
  if (text.kind !== 'cell') return isProper;
  if (isProper && CAPITALIZED.test(list.write(text)) && (from > 0 || to - from > 1)) return true;
  const columns = listContentStems(splitName(text.column));
  const around = [...words.slice(Math.max(0, from - MAX_APART), from), ...words.slice(to, to + MAX_APART)];
  return around.some(({ stem }) => columns.includes(stem));
}

const toPhrase = (text: string): string =>
  ` ${scanStems(text)
    .map(({ stem }) => stem)
    .join(' ')} `;

function toFinding({ list, name, sentence }: NamedRecord, { start, end }: Region, right: Region): Finding {
  const quotation = quote(sentence.text.slice(start, end));
  return {
    start,
    end,
    kind: 'context_misattribution',
    explanation: `For ${quote(name)} the evidence has ${quote(list.write(right))}, not ${quotation}.`,
    confidence: checkConfidence.cell,
    evidence: [{ start: right.start, end: right.end }],
  };
}
