import { isFunctionWord, scanTokens, stem } from '../base/tokens';
import { type AlignedReply, listRanges } from '../evidence/aligned-reply';
import type { EvidenceUnit } from '../evidence/evidence-units';
import type { WordRange } from '../evidence/reply-words';
import { alignWords } from '../evidence/word-alignment';
import type { WordTable } from '../evidence/word-table';
import { isNegation } from '../gazetteers/modifiers';
import { scaleWords, smallNumerals } from '../gazetteers/number-words';
import { areOpposites, hasOpposite } from '../gazetteers/opposites';
import { areExclusive } from '../gazetteers/states';
import type { Finding } from './finding';
import { skipYesAndNo } from './predicates';
import { isAsserted, isQualifier, toReversal } from './reversals';

const MIN_WORDS = 3;
const MAX_WORDS = 60;
/** Of the weight of the content words: with less there is more than one change. */
const MIN_SHARE = 0.25;
/** Content words that are the same. */
const MIN_SAME = 2;
const MIN_SAME_OF_SWAP = 4;
const MAX_CHANGE = 4;
/** Two that have changed places, and one more. */
const MAX_CHANGED_OF_SWAP = 3;
/** A count beyond it is compared as a number. */
const MAX_COUNT = 20;
const ARTICLES = new Set(['a', 'an', 'any', 'the', 'some']);
const YES_OR_NO = /^(?:yes|no)[,.!:;]/i;
const LABEL = /^[\p{L}\p{N}'’-]{1,20}(?: [\p{L}\p{N}'’-]{1,20}){0,2}:(?=\s)/u;
/** What holds on a condition may also hold on the contrary one. */
const CONDITIONS = new Set(['if', 'unless', 'whether', 'case', 'when']);
const JOINING = new Set(['and', 'or', 'but']);

/** Words of the reply, perhaps none, in whose place the unit has others, perhaps none. */
interface Change {
  own: WordRange;
  other: WordRange;
}

/** A range of the reply next to a unit of the evidence, with what differs and means something. */
interface Comparison {
  range: WordRange;
  unit: number;
  changes: Change[];
  /** The content words of the range that are the same. */
  same: ReadonlySet<number>;
}

/**
 * Where a sentence or clause of the reply is one of the evidence but for one change: for a word that excludes another
 * one, for a count, for the value of a parallel sentence, or for two words that have changed places. A short sentence is
 * compared as a whole; what only shares words with the evidence is left alone.
 */
export function findContradictions(alignedReply: AlignedReply, question: string): Finding[] {
  return listRanges(alignedReply).flatMap(([whole, alignment]) => {
    const range = skipYesAndNo(alignedReply.reply, whole);
    const count = range.to - range.from;
    if (count < MIN_WORDS || count > MAX_WORDS) return [];
    const compared = alignment.best
      .filter(
        ({ unit, score }) =>
          score >= MIN_SHARE * alignment.weight && isStatement(alignedReply, unit, question),
      )
      .map(({ unit }) => compare(alignedReply, range, unit));
    if (compared.some(({ changes }) => changes.length === 0)) return [];
    return (
      compared.flatMap(
        (one) =>
          findOpposite(alignedReply, one) ??
          findCount(alignedReply, one) ??
          findSwap(alignedReply, one) ??
          [],
      )[0] ??
      findParallel(alignedReply, compared, question) ??
      []
    );
  });
}

function isStatement(alignedReply: AlignedReply, unit: number, question: string): boolean {
  const words = alignedReply.evidence.units[unit] as EvidenceUnit;
  const isShort = words.to - words.from <= MAX_WORDS;
  return isShort && words.field === null && isAsserted(alignedReply, unit, question);
}

function compare(alignedReply: AlignedReply, range: WordRange, unit: number): Comparison {
  const { reply, evidence, table } = alignedReply;
  const unitWords = evidence.units[unit] as EvidenceUnit;
  const words = { from: unitWords.from + countLead(alignedReply, range, unit), to: unitWords.to };
  const isSentenceEnd = reply.sentences[reply.sentenceOf[range.to - 1] as number]?.to === range.to;
  const places = alignWords(alignedReply, range, words);
  const matched = [...places.keys()].filter((row) => (places[row] as number) >= 0);
  const rows = [-1, ...matched];
  const all = rows.map((row, index): Change => {
    const next = matched[index];
    return {
      own: { from: range.from + row + 1, to: next === undefined ? range.to : range.from + next },
      other: {
        from: row < 0 ? words.from : (places[row] as number) + 1,
        to: next === undefined ? words.to : (places[next] as number),
      },
    };
  });
  const changes = all.filter((change, index) => {
    const isTail = index === all.length - 1 && change.own.to === change.own.from;
    const isMore = isTail && isSentenceEnd && isAddition(alignedReply, change);
    return isMeant(table, reply.ids, change.own) || (!isMore && isMeant(table, evidence.words, change.other));
  });
  const same = new Set(
    matched.map((row) => range.from + row).filter((word) => table.isContent[reply.ids[word] as number]),
  );
  return { range, unit, changes, same };
}

/** How many words at the beginning of a unit are a yes or no, or a label that the range lacks: "Yes, …", "Minutes: …". */
function countLead({ reply, evidence, table }: AlignedReply, { from, to }: WordRange, unit: number): number {
  const text = evidence.textOf(unit);
  const label = LABEL.exec(text)?.[0];
  if (label === undefined) return Number(YES_OR_NO.test(text));
  const replyIds = reply.ids.subarray(from, to);
  const first = (evidence.units[unit] as EvidenceUnit).from;
  const words = evidence.words.slice(first, first + scanTokens(label).length);
  return words.some((id) => replyIds.some((own) => table.stems[own] === table.stems[id])) ? 0 : words.length;
}

function isMeant(table: WordTable, ids: ArrayLike<number>, { from, to }: WordRange): boolean {
  for (let place = from; place < to; place += 1) {
    const id = ids[place] as number;
    const word = table.words[id] as string;
    if (table.isContent[id] || isNegation(word) || hasOpposite(word)) return true;
  }
  return false;
}

const isContent = (word: string): boolean => word !== '' && !isFunctionWord(word);

/** Whether the rest of a unit adds to what is said: "and lost one". */
function isAddition({ evidence, table }: AlignedReply, { other }: Change): boolean {
  return JOINING.has(table.words[evidence.words[other.from] as number] as string);
}

const listOwn = ({ reply, table }: AlignedReply, { own }: Change): string[] =>
  Array.from(reply.ids.subarray(own.from, own.to), (id) => table.words[id] as string);

const listOther = ({ evidence, table }: AlignedReply, { other }: Change): string[] =>
  evidence.words.slice(other.from, other.to).map((id) => table.words[id] as string);

/** Another word that excludes the one of the unit, or a negation more or less. */
function findOpposite(alignedReply: AlignedReply, compared: Comparison): Finding | null {
  const [change, ...more] = compared.changes;
  if (change === undefined || more.length > 0 || compared.same.size < MIN_SAME || isLong(change)) return null;
  const [own, other] = [listOwn(alignedReply, change), listOther(alignedReply, change)];
  if (!isSameOutside(alignedReply, compared, change)) return null;
  if (!isDenied(own, other) && !areOtherwiseOpposite(alignedReply, own, other)) return null;
  return toFinding(alignedReply, compared, change, 'The evidence says the opposite');
}

const isLong = ({ own, other }: Change): boolean =>
  Math.max(own.to - own.from, other.to - other.from) > MAX_CHANGE;

/** Whether both sides deny and limit what they say outside of the change in the same way, without a condition. */
function isSameOutside(
  alignedReply: AlignedReply,
  { range, unit }: Comparison,
  { own, other }: Change,
): boolean {
  const words = alignedReply.evidence.units[unit] as EvidenceUnit;
  const around = (whole: WordRange, change: WordRange): WordRange[] => [
    { from: whole.from, to: change.from },
    { from: change.to, to: whole.to },
  ];
  const listLimits = (remainder: readonly string[]): string =>
    remainder.filter((word) => isQualifier(word) || isNegation(word)).join(' ');
  const ownRest = around(range, own).flatMap((rest) => listOwn(alignedReply, { own: rest, other }));
  const otherRest = around(words, other).flatMap((rest) => listOther(alignedReply, { own, other: rest }));
  return !ownRest.some((word) => CONDITIONS.has(word)) && listLimits(ownRest) === listLimits(otherRest);
}

/** Whether one of the two has a negation and nothing else is different. */
function isDenied(own: readonly string[], other: readonly string[]): boolean {
  const isNegated = (words: readonly string[]): boolean => words.some(isNegation);
  const rest = (words: readonly string[]): string =>
    words.filter((word) => !isNegation(word) && !ARTICLES.has(word)).join(' ');
  return isNegated(own) !== isNegated(other) && rest(own) === rest(other);
}

/** Whether the words are a pair of opposites, with nothing else that means something. */
function areOtherwiseOpposite(
  { table }: AlignedReply,
  own: readonly string[],
  other: readonly string[],
): boolean {
  const { lexicon } = table;
  const [terms, otherTerms] = [listTerms(own), listTerms(other)];
  if (terms.length !== 1 || otherTerms.length !== 1) return false;
  const [term, otherTerm] = [terms[0] as string, otherTerms[0] as string];
  const isNegated = (words: readonly string[], except: string): boolean =>
    words.some((word) => word !== except && isNegation(word));
  if (isNegated(own, term) !== isNegated(other, otherTerm)) return false;
  const row = lexicon.rowOf(otherTerm);
  return (
    areOpposites(term, otherTerm) ||
    areExclusive(term, otherTerm) ||
    (row >= 0 && lexicon.oppositesOf(lexicon.rowOf(term)).includes(row))
  );
}

/** Words that mean something, a phrasal verb as one: "turned down". */
function listTerms(words: readonly string[]): string[] {
  const terms: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    const phrasal = `${stem(word)}${words[index + 1] ?? ''}`;
    if (words[index + 1] !== undefined && hasOpposite(phrasal)) {
      terms.push(phrasal);
      index += 1;
    } else if (isContent(word) || hasOpposite(word)) terms.push(word);
  }
  return terms;
}

/** Another count of the same things, or an amount in words of another size. */
function findCount(alignedReply: AlignedReply, compared: Comparison): Finding | null {
  const [change, ...more] = compared.changes;
  if (change === undefined || more.length > 0 || compared.same.size < MIN_SAME || isLong(change)) return null;
  const [own, other] = [listOwn(alignedReply, change), listOther(alignedReply, change)];
  const [scale, otherScale] = [findScale(own), findScale(other)];
  const isOfOtherSize = scale !== null && otherScale !== null && scale !== otherScale;
  const [count, otherCount] = [parseCount(own), parseCount(other)];
  const isOther = count !== null && otherCount !== null && count !== otherCount;
  if (!isOfOtherSize && (!isOther || isCountedElsewhere(alignedReply, change))) return null;
  return toFinding(alignedReply, compared, change, 'The evidence has another number of this');
}

/** "hundreds of", "more than a million": the size of an amount in words. */
function findScale(words: readonly string[]): number | null {
  if (words.some((word) => /\d/.test(word))) return null;
  const scale = words
    .map((word) => scaleWords.get(word.replace(/s$/, '')))
    .find((scaleWord) => scaleWord !== undefined);
  return scale ?? null;
}

function parseCount(words: readonly string[]): number | null {
  const [word, ...more] = words.filter((token) => !ARTICLES.has(token));
  if (word === undefined || more.length > 0) return null;
  const count = /^\d{1,2}$/.test(word) ? Number(word) : (smallNumerals.get(word) ?? null);
  return count !== null && count <= MAX_COUNT ? count : null;
}

/** Whether the evidence has the same number before the same word somewhere. */
function isCountedElsewhere({ reply, evidence, table }: AlignedReply, { own }: Change): boolean {
  const next = table.stems[reply.ids[own.to] as number];
  const count = parseCount(
    Array.from(reply.ids.subarray(own.from, own.to), (id) => table.words[id] as string),
  );
  return evidence.unitsOf(next as number).some((unit) => {
    const { from, to } = evidence.units[unit] as EvidenceUnit;
    for (let place = from; place + 1 < to; place += 1) {
      const isSameThing = table.stems[evidence.words[place + 1] as number] === next;
      if (isSameThing && parseCount([table.words[evidence.words[place] as number] as string]) === count)
        return true;
    }
    return false;
  });
}

/** Two words that have changed places: "a right output for every input". */
function findSwap(alignedReply: AlignedReply, compared: Comparison): Finding | null {
  const { changes, same, range } = compared;
  if (same.size < MIN_SAME_OF_SWAP) return null;
  const changed = changes.filter((change) => listOwn(alignedReply, change).some(isContent));
  if (changed.length > MAX_CHANGED_OF_SWAP) return null;
  const stemPairs = changes.map(
    (change) =>
      [listStems(listOwn(alignedReply, change)), listStems(listOther(alignedReply, change))] as const,
  );
  for (const [index, [own, other]] of stemPairs.entries()) {
    const partner = stemPairs.findIndex(
      ([later, otherLater], at) => at > index && own === otherLater && other === later,
    );
    if (partner < 0 || own === '' || other === '') continue;
    const rest = changes.filter((_, at) => at !== index && at !== partner);
    if (rest.flatMap((change) => listOwn(alignedReply, change)).filter(isContent).length > 1) continue;
    const first = changes[index] as Change;
    const second = changes[partner] as Change;
    const between = listOwn(alignedReply, {
      own: { from: first.own.to, to: second.own.from },
      other: first.other,
    });
    const words = listOwn(alignedReply, { own: range, other: first.other });
    const unit = alignedReply.evidence.units[compared.unit] as EvidenceUnit;
    const isPassive =
      words.includes('by') !== listOther(alignedReply, { own: range, other: unit }).includes('by');
    if (isPassive || between.filter(isContent).length === 0) continue;
    const change = { own: first.own, other: first.other };
    return toFinding(alignedReply, compared, change, 'The evidence has this the other way around');
  }
  return null;
}

const listStems = (words: readonly string[]): string => words.filter(isContent).map(stem).join(' ');

/**
 * A sentence that is one of the evidence but for one change, and another parallel one but for another change: it says of the
 * one what the evidence says of the other. What the question does not have is the reply to it, and wrong.
 */
function findParallel(
  alignedReply: AlignedReply,
  compared: readonly Comparison[],
  question: string,
): Finding | null {
  const ones = compared.filter(({ changes: [change, ...more] }) => {
    const isReplaced = change !== undefined && isNotEmpty(change.own) && isNotEmpty(change.other);
    return isReplaced && more.length === 0 && !isLong(change) && isContentful(alignedReply, change);
  });
  for (const [index, one] of ones.entries()) {
    for (const other of ones.slice(index + 1)) {
      const [change, otherChange] = [one.changes[0] as Change, other.changes[0] as Change];
      const isApart = change.own.to <= otherChange.own.from || otherChange.own.to <= change.own.from;
      const hasFrame = [...one.same].some((word) => other.same.has(word));
      if (!isApart || !hasFrame || one.unit === other.unit) continue;
      const isOther = isLikelier(alignedReply, otherChange, change, question);
      const [wrong, right] = isOther ? [otherChange, other] : [change, one];
      return toFinding(alignedReply, right, wrong, 'The evidence says this of something else, and here');
    }
  }
  return null;
}

const isNotEmpty = ({ from, to }: WordRange): boolean => to > from;

const isContentful = (alignedReply: AlignedReply, change: Change): boolean =>
  listOwn(alignedReply, change).some(isContent) && listOther(alignedReply, change).some(isContent);

/** Whether one of two changes is rather what is wrong: it was not asked for, or it has a number. */
function isLikelier(alignedReply: AlignedReply, one: Change, other: Change, question: string): boolean {
  const asked = question.toLowerCase();
  const isAsked = (change: Change): boolean =>
    listOwn(alignedReply, change)
      .filter(isContent)
      .every((word) => asked.includes(word));
  if (isAsked(one) !== isAsked(other)) return isAsked(other);
  return listOwn(alignedReply, one).some((word) => /\d/.test(word));
}

function toFinding(
  alignedReply: AlignedReply,
  { range, unit }: Comparison,
  { own }: Change,
  contrast: string,
): Finding {
  const { reply, table } = alignedReply;
  // Words of grammar alone say nothing: those around them speak.
  let [first, last] =
    own.to === own.from ? [Math.max(range.from, own.from - 1), own.from] : [own.from, own.to - 1];
  last = Math.min(last, range.to - 1);
  const meansNothing = (): boolean =>
    Array.from(reply.ids.subarray(first, last + 1), (id) => table.words[id] as string).every(
      (word) => isFunctionWord(word) && !hasOpposite(word),
    );
  while (meansNothing() && last + 1 < range.to) last += 1;
  return toReversal(alignedReply, { first, last, unit }, contrast);
}
