import { stem } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { IndexedField } from '../evidence/evidence-fields';
import type { EvidenceUnit } from '../evidence/evidence-units';
import { type LabeledValue, listLabeledValues } from '../evidence/labeled-values';
import type { Region } from '../text/regions';
import type { Finding, ValueVerdict } from './finding';
import { isUnstated, type Predicate } from './predicates';
import { isAsserted, isPremise, toReversal } from './reversals';

/** Something that the evidence says yes or no to. */
interface Attribute extends LabeledValue {
  isTrue: boolean;
  /** The words of its name that a clause must have, and their stems. */
  words: readonly string[];
  stems: readonly string[];
}

const TRUE = new Set([
  'true',
  'yes',
  'y',
  'included',
  'available',
  'allowed',
  'permitted',
  'supported',
  'required',
]);
const FALSE = new Set(['false', 'no', 'n', 'none', 'unavailable', 'excluded', 'prohibited', 'forbidden']);
/** How the values of labels are found: a list of booleans is a list of words of these stems. */
const WRITTEN = [...TRUE, ...FALSE, 'not'].map(stem);
/** Words of a name that only make it a question, and names that say how a call went. */
const PREFIXES = new Set(['is', 'are', 'has', 'have', 'can', 'was', 'does', 'do', 'flag']);
const OUTCOMES = new Set([
  'ok',
  'success',
  'successful',
  'succeeded',
  'error',
  'found',
  'valid',
  'result',
  'status',
]);
const VERBS = new Set(
  (
    'is are was were has have had can offers offer provides provide includes include comes accepts accept allows allow ' +
    "supports support features isn't aren't wasn't hasn't haven't can't cannot doesn't don't does do"
  ).split(' '),
);
/** Hedges and subjects that state something nevertheless: "you can get a refund". */
const STATING = new Set(['can', 'you', 'all']);
const ABILITY = new Set(['can', "can't", 'cannot', 'be', 'eligible']);
const ABLE = /[ai]ble$/;
/** What a clause may add without limiting what it says. */
const LIGHT = new Set(
  (
    'available availability included offered provided offer provide include come get feature item product option place ' +
    'unfortunately sorry currently yes no service accept allow support have eligible possible'
  )
    .split(' ')
    .map(stem),
);
const JOINING = new Set(['and', 'but']);
const MAX_EXTRA = 6;

/**
 * Where a clause of the reply contradicts a field or label that the evidence has as true or false: "is in stock" against
 * `"in_stock": false`. `predicates` are the clauses, `currentFrom` is the first text of the evidence from which on nothing
 * was changed. Supported are the clauses that say the same.
 */
export function checkBooleans(
  alignedReply: AlignedReply,
  predicates: readonly Predicate[],
  question: string,
  currentFrom: number,
): ValueVerdict {
  const statements = predicates.filter(
    ({ words, isPartlyDenied, negations }) =>
      !isPartlyDenied &&
      negations.length < 2 &&
      words.some((word) => VERBS.has(word)) &&
      !words.some((word) => isUnstated(word) && !STATING.has(word)),
  );
  const verdict: ValueVerdict = { findings: [], supported: [] };
  if (statements.length === 0) return verdict;
  const isCurrent = ({ unit }: LabeledValue): boolean =>
    (alignedReply.evidence.units[unit] as EvidenceUnit).source >= currentFrom &&
    !isPremise(alignedReply, unit, question);
  const labels = listLabels(alignedReply).filter(isCurrent);
  for (const predicate of statements) {
    const clause = readClause(predicate);
    const matches = [...labels, ...listFields(alignedReply, predicate).filter(isCurrent)]
      .map((attribute) => [attribute, findName(clause, attribute)] as const)
      .filter(([, places]) => places.length > 0);
    const most = Math.max(...matches.map(([{ words }]) => words.length));
    const best = matches.filter(([{ words }]) => words.length === most);
    const [first] = best;
    if (first === undefined || best.some(([{ isTrue }]) => isTrue !== first[0].isTrue)) continue;
    const [attribute, places] = first;
    if (isLimited(alignedReply, predicate, attribute, question)) continue;
    const attributes = best.map(([one]) => one);
    if (!contradicts(predicate, attribute, places)) verdict.supported.push(toRegion(alignedReply, predicate));
    else if (!isSaidElsewhere(alignedReply, attributes, question))
      verdict.findings.push(toFinding(alignedReply, predicate, attribute, places));
  }
  return verdict;
}

const toRegion = ({ reply }: AlignedReply, { range: { from, to } }: Predicate): Region => ({
  start: reply.starts[from] as number,
  end: reply.ends[to - 1] as number,
});

/** The labels of prose with such a value. */
function listLabels({ evidence }: AlignedReply): Attribute[] {
  const units = new Set(WRITTEN.flatMap((root) => evidence.unitsWith(root)));
  return [...units]
    .filter((unit) => (evidence.units[unit] as EvidenceUnit).field === null)
    .flatMap((unit) => listLabeledValues(evidence, unit).flatMap((one) => toAttribute(one) ?? []));
}

/** The fields with such a value that a word of the clause names. */
function listFields({ evidence, table, reply }: AlignedReply, { range, words }: Predicate): Attribute[] {
  const units = new Set<number>();
  const isAble = words.some((word) => ABILITY.has(word));
  const ids = [...reply.ids.subarray(range.from, range.to)].filter((id) => table.isContent[id]);
  const forms = isAble ? ids.map((id) => table.add(`${stem(table.words[id] as string)}able`)) : [];
  for (const id of [...ids, ...forms]) {
    const fields = evidence.fieldsOfStem.find(table.stems[id] as number) ?? [];
    for (const field of fields) units.add((evidence.fields[field] as IndexedField).unit);
  }
  return [...units].flatMap((unit) =>
    listLabeledValues(evidence, unit).flatMap((one) => toAttribute(one) ?? []),
  );
}

function toAttribute(labeled: LabeledValue): Attribute | null {
  const { value } = labeled;
  const isFalse = FALSE.has(value) || /^not \S+$/.test(value);
  if (!isFalse && !TRUE.has(value)) return null;
  const words = labeled.name.filter((word) => !PREFIXES.has(word));
  return words.length === 0 || words.some((word) => OUTCOMES.has(word))
    ? null
    : { ...labeled, isTrue: !isFalse, words, stems: words.map(stem) };
}

/** The words of a clause, with what is asked of them for each name. */
interface Clause {
  words: readonly string[];
  stems: readonly string[];
  isAble: boolean;
}

const readClause = ({ words }: Predicate): Clause => ({
  words,
  stems: words.map(stem),
  isAble: words.some((word) => ABILITY.has(word)),
});

/** Places in the clause of the words of the name, none if one of them is missing. */
function findName({ words, stems, isAble }: Clause, attribute: Attribute): number[] {
  const joined = words.indexOf(attribute.words.join(''));
  if (joined >= 0) return [joined];
  const places: number[] = [];
  for (const [index, word] of attribute.words.entries()) {
    const lookup = word === 'in' && isOut(words) ? 'out' : (attribute.stems[index] as string);
    const place = stems.indexOf(lookup);
    const able = place < 0 && isAble && ABLE.test(word) ? stems.indexOf(stem(word.replace(ABLE, ''))) : place;
    if (able < 0) return [];
    places.push(able);
  }
  return places;
}

/** "Out of stock" is the contrary of "in stock". */
const isOut = (words: readonly string[]): boolean =>
  words.some((word, index) => word === 'out' && words[index + 1] === 'of');

/** Whether the clause denies what is true, or states what is false. */
function contradicts(
  { words, negations }: Predicate,
  { isTrue }: Attribute,
  places: readonly number[],
): boolean {
  const first = Math.min(...places);
  const [negation] = negations;
  if (negation === undefined) return isTrue === isOut(words);
  const between = words.slice(Math.min(negation, first), Math.max(negation, first));
  return isTrue && !between.some((word) => JOINING.has(word));
}

/** Whether the clause has words that the evidence and the question lack: it speaks of something else. */
function isLimited(
  { reply, evidence, table }: AlignedReply,
  { range, words }: Predicate,
  attribute: Attribute,
  question: string,
): boolean {
  const name = new Set(attribute.words.flatMap((word) => [stem(word), stem(word.replace(ABLE, ''))]));
  const lowerQuestion = question.toLowerCase();
  const extra = words.filter((word, index) => {
    const id = reply.ids[range.from + index] as number;
    return (
      table.isContent[id] === true && !name.has(stem(word)) && !LIGHT.has(stem(word)) && !VERBS.has(word)
    );
  });
  const isUnknown = (word: string): boolean =>
    !lowerQuestion.includes(word) && evidence.unitsWith(stem(word)).length === 0;
  return extra.length > MAX_EXTRA || extra.some(isUnknown);
}

/** Whether prose of the evidence speaks of it as well. */
function isSaidElsewhere(
  alignedReply: AlignedReply,
  attributes: readonly Attribute[],
  question: string,
): boolean {
  const { evidence, table } = alignedReply;
  const own = new Set(attributes.map(({ unit }) => unit));
  const stems = (attributes[0] as Attribute).words
    .map((word) => table.add(word))
    .filter((id) => table.isContent[id])
    .map((id) => table.stems[id] as number);
  const lists = stems.map((one) => evidence.unitsOf(one));
  return (lists[0] ?? []).some((unit) => {
    const { field } = evidence.units[unit] as EvidenceUnit;
    if (own.has(unit) || (field !== null && field.kind !== 'text')) return false;
    if (!lists.every((list) => list.includes(unit))) return false;
    return isAsserted(alignedReply, unit, question);
  });
}

function toFinding(
  alignedReply: AlignedReply,
  { range, negations }: Predicate,
  { unit }: Attribute,
  places: readonly number[],
): Finding {
  const words = [...places, ...negations].map((place) => range.from + place);
  const place = { first: Math.min(...words), last: Math.max(...words), unit };
  return toReversal(alignedReply, place, 'The evidence says the opposite');
}
