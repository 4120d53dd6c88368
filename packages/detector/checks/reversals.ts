import { type AlignedReply, listRanges } from '../evidence/aligned-reply';
import type { Alignment } from '../evidence/alignment';
import type { EvidenceUnit } from '../evidence/evidence-units';
import type { WordRange } from '../evidence/reply-words';
import { alignWords } from '../evidence/word-alignment';
import { isNegation } from '../gazetteers/modifiers';
import { checkConfidence, type Finding, quote } from './finding';

const MIN_WORDS = 4;
const MAX_WORDS = 100;
/** Of the words that are rare enough to matter, by weight: fewer in one unit, and it is no copy. */
const MIN_WEIGHT = 0.5;
const MIN_SHARE = 0.7;
/** Words on both sides of a change that are the same in the evidence. */
const MIN_AROUND = 5;
const MAX_CHANGE = 3;
/** Characters; a longer message of a user holds what is to be relied on. */
const MAX_REMARK_LENGTH = 300;
const DO = new Set(['do', 'does', 'did']);
/**
 * Words that a negation may have become, that turn one, or that say of what, when or for whom it holds: "not the price but
 * the taste", "not until 3 pm", "I think".
 */
const QUALIFIERS = new Set(
  (
    'deny denies denied denying refuse refuses refused fail fails failed doubt doubts doubted decline declines declined ' +
    'reject rejects rejected dispute disputes disputed false untrue myth but rather instead only just because if unless ' +
    'whether case how why until till without before after except once than think thinks thought heard hear guess assume ' +
    'believe believes believed say says said claim claims claimed tell tells told i my me'
  ).split(' '),
);
const CONTRACTIONS = new Map([
  ['cannot', 'can'],
  ["can't", 'can'],
  ["won't", 'will'],
]);

export const isQualifier = (word: string): boolean => QUALIFIERS.has(word);

/** A range of the reply with the unit of evidence that it copies, with the place there of each of its words, or -1. */
interface Copy {
  range: WordRange;
  unit: number;
  places: Int32Array;
}

/** Words of the reply, perhaps none, in whose place the unit has others, perhaps none. */
interface Change {
  own: WordRange;
  other: WordRange;
}

/**
 * Sentences and clauses that copy the evidence but flip a negation or an antonym: "is open on Mondays" where it has "is not open on Mondays" or "is closed on Mondays".
 * What a user says in passing next to other evidence is a premise, which a right reply may correct.
 */
export function findReversals(alignedReply: AlignedReply, question: string): Finding[] {
  return listRanges(alignedReply).flatMap(([range, alignment]) => {
    const copy = findClosestCopy(alignedReply, range, alignment);
    return copy === null || isPremise(alignedReply, copy.unit, question)
      ? []
      : listReversals(alignedReply, copy);
  });
}

function findClosestCopy(
  alignedReply: AlignedReply,
  range: WordRange,
  { best, weight }: Alignment,
): Copy | null {
  const count = range.to - range.from;
  if (count < MIN_WORDS || count > MAX_WORDS) return null;
  let closest: Copy | null = null;
  let minMatched = MIN_SHARE * count;
  for (const { unit, score } of best) {
    const words = alignedReply.evidence.units[unit] as EvidenceUnit;
    if (words.field !== null || score < MIN_WEIGHT * weight) continue;
    const places = alignWords(alignedReply, range, words);
    const matched = listMatchedRows(places);
    if (matched.length < MIN_SHARE * count) continue;
    const isWordForWord = countRun(places, matched[0] as number, 1) === matched.length;
    if (isWordForWord) return null;
    if (matched.length >= minMatched && !alignedReply.evidence.textOf(unit).trimEnd().endsWith('?')) {
      closest = { range, unit, places };
      minMatched = matched.length + 1; // the first of equals
    }
  }
  return closest;
}

/** Whether a unit is of what the user said in passing, next to other evidence. */
export const isPremise = ({ evidence }: AlignedReply, unit: number, question: string): boolean =>
  isRemark(evidence.texts, (evidence.units[unit] as EvidenceUnit).source, question);

/** Whether a unit states something: it is no question, and nothing that the user said in passing. */
export const isAsserted = (alignedReply: AlignedReply, unit: number, question: string): boolean =>
  !alignedReply.evidence.textOf(unit).trimEnd().endsWith('?') && !isPremise(alignedReply, unit, question);

/** The words of a clause that a unit of the evidence contradicts. */
export function toReversal(
  { reply, evidence }: AlignedReply,
  { first, last, unit }: { first: number; last: number; unit: number },
  contrast: string,
): Finding {
  return {
    start: reply.starts[first] as number,
    end: reply.ends[last] as number,
    kind: 'reasoning_error',
    explanation: `${contrast}: ${quote(evidence.textOf(unit))}.`,
    confidence: checkConfidence.reversal,
    evidence: [evidence.placeOf(unit)],
  };
}

/** Whether the text number `source` of the evidence is that, or a part of it. */
export function isRemark(texts: readonly string[], source: number, question: string): boolean {
  const isOfQuestion = (text: string): boolean => question.includes(text);
  return (
    question.length <= MAX_REMARK_LENGTH &&
    isOfQuestion(texts[source] as string) &&
    !texts.every(isOfQuestion)
  );
}

const listMatchedRows = (places: Int32Array): number[] =>
  [...places.keys()].filter((row) => (places[row] as number) >= 0);

function listReversals(alignedReply: AlignedReply, copy: Copy): Finding[] {
  const denied = countDenials(alignedReply, copy);
  const reversed = listChanges(alignedReply, copy).filter(
    (change) => isOnlyChange(alignedReply, copy, change) && isReversal(alignedReply, change, denied),
  );
  return reversed.map((change) => toFinding(alignedReply, copy, change));
}

/** The short stretches that differ, with words that are the same before and, unless they end both, after them. */
function listChanges({ evidence }: AlignedReply, { range, unit, places }: Copy): Change[] {
  const matched = listMatchedRows(places);
  const end = (evidence.units[unit] as EvidenceUnit).to;
  const changes: Change[] = [];
  matched.forEach((row, index) => {
    const next = matched[index + 1];
    const own = { from: range.from + row + 1, to: next === undefined ? range.to : range.from + next };
    const other = {
      from: (places[row] as number) + 1,
      to: next === undefined ? end : (places[next] as number),
    };
    const lengths = [own.to - own.from, other.to - other.from];
    const isShort = Math.max(...lengths) > 0 && Math.max(...lengths) <= MAX_CHANGE;
    const around = countRun(places, row, -1) + (next === undefined ? 0 : countRun(places, next, 1));
    if (isShort && around >= MIN_AROUND) changes.push({ own, other });
  });
  return changes;
}

/** Whether every other word of the copy that means something is in the unit: another name or number changes the subject. */
function isOnlyChange({ reply, table }: AlignedReply, { range, places }: Copy, { own }: Change): boolean {
  return places.every((place, row) => {
    const word = range.from + row;
    const isOther = place < 0 && (word < own.from || word >= own.to);
    return !isOther || table.isContent[reply.ids[word] as number] !== true;
  });
}

/** How many words from `row` on have neighboring places, in one direction. */
function countRun(places: Int32Array, row: number, step: 1 | -1): number {
  let length = 1;
  while (places[row + step * length] === (places[row] as number) + step * length) length += 1;
  return length;
}

/** Negations of the range and of the whole unit; null where one of the qualifiers may be one. */
function countDenials({ reply, evidence, table }: AlignedReply, { range, unit }: Copy): number | null {
  const words = evidence.units[unit] as EvidenceUnit;
  const bothWords = [
    ...listRangeWords(reply.ids, range, table.words),
    ...listRangeWords(evidence.words, words, table.words),
  ];
  return bothWords.some(isQualifier) ? null : bothWords.filter(isNegation).length;
}

/** `denied` counts the negations of both sides: the one of a change must be the only one. */
function isReversal(
  { reply, evidence, table }: AlignedReply,
  change: Change,
  denied: number | null,
): boolean {
  const own = listRangeWords(reply.ids, change.own, table.words);
  const other = listRangeWords(evidence.words, change.other, table.words);
  if (denied === 1) {
    const isOfNumber = /^\d/.test(table.words[evidence.words[change.other.to] as number] ?? ''); // "no. 12"
    return !isOfNumber && [...own, ...other].some(isNegation) && isSameButDenied(own, other);
  }
  const [word, ...more] = own;
  const [opposite, ...others] = other;
  if (denied !== 0 || word === undefined || opposite === undefined || more.length + others.length > 0)
    return false;
  // What the evidence has elsewhere may be what the reply speaks of.
  if (evidence.placesOf(reply.ids[change.own.from] as number).length > 0) return false;
  const { lexicon } = table;
  return lexicon.oppositesOf(lexicon.rowOf(word)).includes(lexicon.rowOf(opposite));
}

const listRangeWords = (
  ids: ArrayLike<number>,
  { from, to }: WordRange,
  words: readonly string[],
): string[] => Array.from({ length: to - from }, (_, index) => words[ids[from + index] as number] as string);

/** Nothing but the negation differs, and the form of one verb: "did not begin" and "began". */
function isSameButDenied(own: readonly string[], other: readonly string[]): boolean {
  const [rest, otherRest] = [removeNegation(own), removeNegation(other)];
  return rest.length === otherRest.length && rest.length <= 1 && rest[0]?.[0] === otherRest[0]?.[0];
}

const removeNegation = (words: readonly string[]): string[] =>
  words
    .map((word) => CONTRACTIONS.get(word) ?? (word.endsWith("n't") ? word.slice(0, -3) : word))
    .filter((word) => !isNegation(word) && !DO.has(word));

function toFinding(alignedReply: AlignedReply, { range, unit }: Copy, { own }: Change): Finding {
  // Where a negation was left out, the words around its place speak.
  const isLeftOut = own.to === own.from;
  const first = isLeftOut ? own.from - 1 : own.from;
  const last = isLeftOut ? Math.min(own.to, range.to - 1) : own.to - 1;
  return toReversal(alignedReply, { first, last, unit }, 'The evidence says the opposite');
}
