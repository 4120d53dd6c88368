import { scanSentences } from '../base/sentences';
import { listMeaningStems, stem } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { EvidenceUnit } from '../evidence/evidence-units';
import { findWordsWithin, type WordRange } from '../evidence/reply-words';
import { blankOut } from '../text/regions';
import type { NumberedText } from '../values/numbers';
import {
  countedBy,
  isSame,
  isSameKind,
  isSameNumber,
  isVague,
  readValues,
  readValuesWithin,
  type StatedValue,
} from '../values/stated-values';
import type { Finding } from './finding';
import { isUnstated, type Predicate } from './predicates';
import { isAsserted, toReversal } from './reversals';

/** A unit of the evidence, cut where it continues with something else. */
interface Statement {
  unit: number;
  text: string;
  values: readonly StatedValue[];
  listSegments(): readonly Segment[];
}

/** The values of a text and its words of content. */
interface Content {
  values: readonly StatedValue[];
  /** Of the words outside of the values. */
  stems: ReadonlySet<string>;
}

/** A part of a statement between two cuts. */
interface Segment extends Content {
  text: string;
}

/** A part of a statement that has all words of a subject, as short as they allow. */
interface Passage {
  statement: Statement;
  segments: readonly Segment[];
}

/** What a clause gives to what. */
interface Claim {
  value: StatedValue;
  subject: readonly string[];
  /** The other values of the clause and of the question. */
  others: readonly StatedValue[];
  /** Stems of the sentence, and of the question. */
  context: readonly ReadonlySet<string>[];
}

/** Words that say no more than that something has a value. */
const LIGHT = new Set(
  (
    'cost costs price priced fee pay pays paid charge charged take takes lasts last include includes included come comes ' +
    'offer offers provide provides contain contains feature features get total available currently year month week day days ' +
    'hour minute second people person per required requires require need needs allow allows allowed amount number valid ' +
    'maximum minimum max min limit yes no also located set return returns returned send sent back give given bring can'
  )
    .split(' ')
    .map(stem),
);
/** What makes another number of those that the evidence has. */
const DERIVING =
  /\b(?:totals?|totall?ing|altogether|combined|sum|together|including|plus|after|before|each|every|average|difference|left|remaining|extra|additional|double[sd]?|twice|half|discount(?:ed)?|saved?|saving|off|net|gross|overall|both|all|between|than|instead)\b/gi;
/** Words of a clause that state something nevertheless. */
const STATING = new Set('you every each must will all until before after can'.split(' '));
const WORKING = /\b(?:business|working|week)\s?days?\b/i;
/** "Boxes left: 3". */
const LABELED = /:\s*[^\s:]+$/;
const SEGMENT_END = /[,;](?=\s)|[.](?=\s|$)|\s(?=(?:and|but|while|whereas)\s)|\n|\|/;
const CONTEXT = 60;
/** Characters; a longer unit is no statement. */
const MAX_LENGTH = 600;
/** Characters at the end of a request; before them are the passages. */
const MAX_REQUEST = 1000;
const MAX_UNITS = 24;
const MAX_SUBJECT = 8;
const MAX_CONTEXT = 200;
const MAX_UNITS_OF_CONTEXT = 400;

/**
 * Where a clause of the reply gives a value to what the evidence gives another one of the same kind: "Batteries are covered
 * for 2 years" where it has "Batteries are covered for 6 months", although 2 years are in the evidence too. `predicates` are
 * the clauses of the reply, `numbers` are those of its text, and `currentFrom` is the first text of the evidence from which on nothing was changed.
 */
export function checkAttributes(
  alignedReply: AlignedReply,
  predicates: readonly Predicate[],
  numbers: NumberedText,
  question: string,
  currentFrom: number,
): Finding[] {
  const statements = new Map<number, Statement>();
  const read = (unit: number): Statement => {
    const statement = statements.get(unit) ?? readStatement(alignedReply, unit);
    statements.set(unit, statement);
    return statement;
  };
  const clauses = predicates
    .filter(
      ({ words, negations }) =>
        negations.length === 0 && !words.some((word) => isUnstated(word) && !STATING.has(word)),
    )
    .map(({ range }) => ({ range, ...textOf(alignedReply, range) }))
    .map((clause) => ({
      ...clause,
      values: readValuesWithin(numbers, { start: clause.start, end: clause.start + clause.text.length }),
    }))
    .filter(({ values }) => values.length > 0);
  // Few replies have such a clause, and a question may be long.
  if (clauses.length === 0) return [];
  const request = question.slice(-MAX_REQUEST);
  const readRequest = createLazy(() => readContent(request));
  // A question may presuppose a value; a statement of the user's case gives it.
  const listStatedValues = createLazy(() =>
    readValues(
      scanSentences(request)
        .filter(({ text }) => !text.endsWith('?'))
        .map(({ text }) => text)
        .join('\n'),
    ),
  );
  const isEvidence = (unit: number): boolean =>
    (alignedReply.evidence.units[unit] as EvidenceUnit).source >= currentFrom &&
    isAsserted(alignedReply, unit, question);
  return clauses.flatMap(({ range, text, start, values }) => {
    const sentence = sentenceOf(alignedReply, range);
    const readSentence = createLazy(() => readContent(sentence));
    return values.flatMap((value): Finding[] => {
      const subject = isVague(text, value) ? [] : listSubject(text, value, values);
      const units = listUnits(alignedReply, subject);
      if (units.length === 0 || listStatedValues().some((one) => isSame(value, one))) return [];
      const statements = units.filter(isEvidence).map(read);
      // Of the numbers of the question, some are of the user's case alone.
      const requestValues = readRequest().values.filter((one) =>
        statements.some((statement) => hasAll(statement.values, [one])),
      );
      const others = [...values, ...requestValues].filter(
        (other) => other !== value && !isSame(value, other),
      );
      const context = [readSentence().stems, readRequest().stems];
      const rival = findRival(alignedReply, { value, subject, others, context }, statements, read);
      if (rival === null || derives(sentence, rival.text)) return [];
      const { measured } = value;
      const { from, to } = findWordsWithin(alignedReply.reply, start + measured.start, start + measured.end);
      const place = { first: from, last: to - 1, unit: rival.unit };
      return to > from ? [toReversal(alignedReply, place, 'The evidence has another value of this')] : [];
    });
  });
}

/** A clause as written, with a sign before its first word and after its last one. */
function textOf({ reply }: AlignedReply, { from, to }: WordRange): { text: string; start: number } {
  const [first, last] = [reply.starts[from] as number, reply.ends[to - 1] as number];
  const start = first - Number(/\p{Sc}/u.test(reply.text.charAt(first - 1)));
  const [{ length }] = /^(?:\s?[%°]\w?)?/.exec(reply.text.slice(last, last + CONTEXT)) as RegExpExecArray;
  return { start, text: reply.text.slice(start, last + length) };
}

function sentenceOf({ reply }: AlignedReply, { from }: WordRange): string {
  const { from: first, to } = reply.sentences[reply.sentenceOf[from] as number] as WordRange;
  return reply.text.slice(reply.starts[first], reply.ends[to - 1]);
}

/** Whether the sentence speaks of another number than the statement, one that follows from it. */
function derives(sentence: string, statement: string): boolean {
  const evidenceWords = listDeriving(statement);
  return listDeriving(sentence).some((word) => !evidenceWords.includes(word));
}

const listDeriving = (text: string): string[] => text.toLowerCase().match(DERIVING) ?? [];

/** Stems of what is said besides values. */
const listMeant = (text: string, values: readonly StatedValue[]): string[] =>
  listMeaningStems(
    blankOut(
      text,
      values.map(({ measured }) => measured),
    ),
  ).filter((one) => !LIGHT.has(one));

function readContent(text: string): Content {
  const values = readValues(text);
  return { values, stems: new Set(listMeant(text, values)) };
}

/** Few values have a rival: what only its search needs is read once, and when it is first needed. */
function createLazy<Value>(read: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    value ??= read();
    return value;
  };
}

/** What the clause gives the value to, as stems. */
function listSubject(text: string, value: StatedValue, values: readonly StatedValue[]): string[] {
  const counted = countedBy(value);
  const ofOthers = new Set(values.filter((other) => other !== value).map(countedBy));
  const meant = listMeant(text, values).filter((one) => !ofOthers.has(one) || one === counted);
  return [...new Set([...meant, ...(counted === '' ? [] : [counted])])];
}

/** The one of the statements that has the one other value; null where one has the same value, or several others. */
function findRival(
  alignedReply: AlignedReply,
  claim: Claim,
  statements: readonly Statement[],
  read: (unit: number) => Statement,
): Statement | null {
  const { value, subject, others } = claim;
  const all = statements
    .filter(({ values }) => hasAll(values, others))
    .flatMap((statement) => listShortest(statement, subject));
  const withOthers = all.filter(({ segments }) =>
    hasAll(
      segments.flatMap(({ values }) => values),
      others,
    ),
  );
  const passages = withOthers.length > 0 ? withOthers : all;
  const ofPassages = passages.map((passage) => listOwn(claim, passage));
  const isKnown = (own: readonly StatedValue[], { statement }: Passage): boolean =>
    (hasAll(own, others) ? own : statement.values).some(
      (other) => isSame(value, other) || isSameNumber(value, other),
    );
  if (passages.some((passage, index) => isKnown(ofPassages[index] as StatedValue[], passage))) return null;
  const rivals = passages.flatMap((passage, index) =>
    (ofPassages[index] as StatedValue[]).flatMap((other) =>
      isSameKind(value, other) ? [{ passage, other }] : [],
    ),
  );
  const [first] = rivals;
  if (first === undefined || rivals.some(({ other }) => other.value !== first.other.value)) return null;
  const { passage, other } = first;
  if (other.bound !== value.bound || other.rate !== value.rate) return null;
  return isOfAnotherKind(value, passage) || isFromElsewhere(alignedReply, claim, passage, read)
    ? null
    : passage.statement;
}

const hasAll = (values: readonly StatedValue[], others: readonly StatedValue[]): boolean =>
  others.every((other) => values.some((one) => isSame(one, other)));

/** Units of the evidence with all of the stems; none if there are many. */
function listUnits({ evidence }: AlignedReply, stems: readonly string[]): number[] {
  if (stems.length === 0 || stems.length > MAX_SUBJECT) return [];
  const [first = [], ...others] = stems
    .map((one) => evidence.unitsWith(one))
    .sort((one, other) => one.length - other.length);
  const units = first.filter((unit) => others.every((list) => list.includes(unit)));
  return units.length > MAX_UNITS ? [] : units;
}

/** A unit that is too long has no values. */
function readStatement({ evidence }: AlignedReply, unit: number): Statement {
  const whole = evidence.textOf(unit);
  const text = whole.length > MAX_LENGTH ? '' : whole.replaceAll('_', ' ');
  const listSegments = createLazy(() =>
    text.split(SEGMENT_END).map((written): Segment => ({ text: written, ...readContent(written) })),
  );
  return { unit, text, values: readValues(text), listSegments };
}

function listShortest(statement: Statement, stems: readonly string[]): Passage[] {
  const segments = statement.listSegments();
  const length = countShortest(segments, stems);
  return segments.slice(length - 1).flatMap((_, from): Passage[] => {
    const own = segments.slice(from, from + length);
    if (!stems.every((one) => own.some((segment) => segment.stems.has(one)))) return [];
    // "... and costs 14 euros".
    const next = listMeaningStems(segments[from + length]?.text ?? '')[0];
    const isContinued = next !== undefined && LIGHT.has(next);
    return [{ statement, segments: segments.slice(from, from + length + Number(isContinued)) }];
  });
}

/** The smallest number of neighboring segments that have all stems, which are distinct; infinite if a stem is in none. */
function countShortest(segments: readonly Segment[], stems: readonly string[]): number {
  const lastPlaces = new Map<string, number>();
  return segments.reduce((shortest, { stems: own }, end) => {
    for (const one of stems) if (own.has(one)) lastPlaces.set(one, end);
    if (lastPlaces.size < stems.length) return shortest;
    return Math.min(shortest, end - Math.min(...lastPlaces.values()) + 1);
  }, Number.POSITIVE_INFINITY);
}

/**
 * The values of the passage that may be of the subject. Of "$18 for adults and $9 for children", those are the ones of the
 * segment that speaks of nothing else than the reply does, if the other segment does.
 */
function listOwn(
  { value, subject, context }: Claim,
  { statement, segments }: Passage,
): readonly StatedValue[] {
  const all = segments.flatMap(({ values }) => values);
  if (statement.values.length === 1 && LABELED.test(statement.text)) return all.map(complete(value));
  const rivals = segments.filter(({ values }) =>
    values.some((other) => isSameKind(value, other) || isElliptic(value, other)),
  );
  const [own, ...others] = rivals.filter(
    ({ stems }) =>
      subject.some((one) => stems.has(one)) &&
      [...stems].every((one) => context.some((stemsOfText) => stemsOfText.has(one))),
  );
  if (rivals.length < 2 || own === undefined || others.length > 0) return all;
  return own.values.map(complete(value));
}

/** The value of a field or of a label counts what it is compared with; so does an elliptic one. */
const complete =
  (value: StatedValue) =>
  (other: StatedValue): StatedValue =>
    isElliptic(value, other) ? { ...other, after: value.after } : other;

/** "80 in Bergen", after "120 employees in Oslo". */
const isElliptic = ({ measured, after }: StatedValue, other: StatedValue): boolean =>
  measured.quantity === null && other.measured.quantity === null && after !== '' && other.after === '';

/** Whether the passage gives a share of something, or days of which there are others. */
const isOfAnotherKind = ({ measured }: StatedValue, { segments }: Passage): boolean =>
  segments.some(
    ({ text }) => (measured.quantity !== 'percent' && /%|percent/.test(text)) || WORKING.test(text),
  );

/** Whether a unit with a word of the context that the passage lacks has the value. */
function isFromElsewhere(
  { evidence }: AlignedReply,
  { value, context }: Claim,
  { segments }: Passage,
  read: (unit: number) => Statement,
): boolean {
  const isNew = (one: string): boolean => !segments.some(({ stems }) => stems.has(one));
  const units = new Set<number>();
  for (const stems of context) {
    if (stems.size > MAX_CONTEXT) return true;
    for (const one of [...stems].filter(isNew)) for (const unit of evidence.unitsWith(one)) units.add(unit);
  }
  if (units.size > MAX_UNITS_OF_CONTEXT) return true;
  return [...units].some((unit) => read(unit).values.some((other) => isSame(value, other)));
}
