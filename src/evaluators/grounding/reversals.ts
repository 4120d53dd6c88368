import type { EvidenceUnit } from './evidence-units';
import type { Alignment } from './features/alignment';
import type { JudgedReply } from './features/judged-reply';
import { isNegation } from './features/signs';
import { alignWords } from './features/word-alignment';
import { checkConfidence, type Finding, quoted } from './finding';
import type { WordRange } from './reply-words';

const FEWEST_WORDS = 4;
const MOST_WORDS = 100;
/** Of the words that are rare enough to tell, by weight: fewer in one unit, and it is no copy. */
const LEAST_WEIGHT = 0.5;
const LEAST_SHARE = 0.7;
/** Words on both sides of a change that are the same in the evidence. */
const FEWEST_AROUND = 5;
const LONGEST_CHANGE = 3;
const DO = new Set(['do', 'does', 'did']);
/** Words that a negation may have become, that turn one or that say what, or when, it is of: "not the price but the taste". */
const QUALIFIERS = new Set(
  (
    'deny denies denied denying refuse refuses refused fail fails failed doubt doubts doubted decline declines declined ' +
    'reject rejects rejected dispute disputes disputed false untrue but rather instead only just because if unless ' +
    'whether case how why'
  ).split(' '),
);
const CONTRACTIONS: Record<string, string> = { cannot: 'can', "can't": 'can', "won't": 'will' };

/** A range of the reply beside the unit of evidence that it copies, with the place there of each of its words, or -1. */
interface Copy {
  range: WordRange;
  unit: number;
  places: Int32Array;
}

/** Words of the reply, perhaps none, that stand where the unit has others, perhaps none. */
interface Change {
  own: WordRange;
  other: WordRange;
}

/**
 * Where a sentence or clause of the reply is one of the evidence but for a negation, or for a word of which the evidence
 * has the opposite: "is open on Mondays" where it has "is not open on Mondays" or "is closed on Mondays".
 */
export function findReversals(judged: JudgedReply): Finding[] {
  const { reply, alignments } = judged;
  const ranges: [readonly WordRange[], readonly Alignment[]][] = [
    [reply.sentences, alignments.sentences],
    [reply.clauses, alignments.clauses],
  ];
  return ranges.flatMap(([places, aligned]) =>
    places.flatMap((range, index) => {
      const copy = closestCopy(judged, range, aligned[index] as Alignment);
      return copy === null ? [] : reversalsOf(judged, copy);
    }),
  );
}

function closestCopy(judged: JudgedReply, range: WordRange, { best, weight }: Alignment): Copy | null {
  const count = range.to - range.from;
  if (count < FEWEST_WORDS || count > MOST_WORDS) return null;
  let closest: Copy | null = null;
  let most = LEAST_SHARE * count;
  for (const { unit, score } of best) {
    const words = judged.evidence.units[unit] as EvidenceUnit;
    if (words.field !== null || score < LEAST_WEIGHT * weight) continue;
    const places = alignWords(judged, range, words);
    const matched = places.reduce((sum, place) => sum + Number(place >= 0), 0);
    if (matched >= most && !judged.evidence.textOf(unit).trimEnd().endsWith('?')) {
      closest = { range, unit, places };
      most = matched + 1; // the first of equals
    }
  }
  return closest;
}

function reversalsOf(judged: JudgedReply, copy: Copy): Finding[] {
  const changes = changesOf(judged, copy);
  const denied = countDenials(judged, copy);
  const reversed = changes.filter((change) => isReversal(judged, change, denied));
  return reversed.map((change) => toFinding(judged, copy, change));
}

/** The short stretches that differ, with words that are the same before and, unless they end both, after them. */
function changesOf({ evidence }: JudgedReply, { range, unit, places }: Copy): Change[] {
  const matched = [...places.keys()].filter((row) => (places[row] as number) >= 0);
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
    const isShort = Math.max(...lengths) > 0 && Math.max(...lengths) <= LONGEST_CHANGE;
    const around = runLength(places, row, -1) + (next === undefined ? 0 : runLength(places, next, 1));
    if (isShort && around >= FEWEST_AROUND) changes.push({ own, other });
  });
  return changes;
}

/** How many words from `row` on have neighbouring places, in one direction. */
function runLength(places: Int32Array, row: number, step: 1 | -1): number {
  let length = 1;
  while (places[row + step * length] === (places[row] as number) + step * length) length += 1;
  return length;
}

/** Negations of the range and of the unit up to where the copy ends; null where one of the qualifiers may stand for one. */
function countDenials({ reply, evidence, table }: JudgedReply, { range, unit, places }: Copy): number | null {
  const words = evidence.units[unit] as EvidenceUnit;
  const last = places.at(-1) as number;
  const copied = evidence.words.slice(words.from, last < 0 ? words.to : last + 1);
  const ids = [...reply.ids.subarray(range.from, range.to), ...copied];
  const said = ids.map((id) => table.words[id] as string);
  return said.some((word) => QUALIFIERS.has(word)) ? null : said.filter(isNegation).length;
}

/** `denied` counts the negations of both sides: the one of a change must be the only one. */
function isReversal({ reply, evidence, table }: JudgedReply, change: Change, denied: number | null): boolean {
  const own = wordsOf(reply.ids, change.own, table.words);
  const other = wordsOf(evidence.words, change.other, table.words);
  if (denied === 1) return [...own, ...other].some(isNegation) && isSameButDenied(own, other);
  const [word, ...more] = own;
  const [opposite, ...others] = other;
  if (denied !== 0 || word === undefined || opposite === undefined || more.length + others.length > 0)
    return false;
  const { lexicon } = table;
  return lexicon.oppositesOf(lexicon.rowOf(word)).includes(lexicon.rowOf(opposite));
}

const wordsOf = (ids: ArrayLike<number>, { from, to }: WordRange, words: readonly string[]): string[] =>
  Array.from({ length: to - from }, (_, index) => words[ids[from + index] as number] as string);

/** Nothing but the negation differs, and the form of one verb: "did not begin" and "began". */
function isSameButDenied(own: readonly string[], other: readonly string[]): boolean {
  const [rest, otherRest] = [withoutNegation(own), withoutNegation(other)];
  return rest.length === otherRest.length && rest.length <= 1 && rest[0]?.[0] === otherRest[0]?.[0];
}

const withoutNegation = (words: readonly string[]): string[] =>
  words
    .map((word) => CONTRACTIONS[word] ?? (word.endsWith("n't") ? word.slice(0, -3) : word))
    .filter((word) => !isNegation(word) && !DO.has(word));

function toFinding({ reply, evidence }: JudgedReply, { range, unit }: Copy, { own }: Change): Finding {
  // Where a negation was left out, the words around its place speak.
  const isLeftOut = own.to === own.from;
  const first = isLeftOut ? own.from - 1 : own.from;
  const last = isLeftOut ? Math.min(own.to, range.to - 1) : own.to - 1;
  return {
    start: reply.starts[first] as number,
    end: reply.ends[last] as number,
    label: 'reasoning_error',
    explanation: `The evidence says the opposite: ${quoted(evidence.textOf(unit))}.`,
    confidence: checkConfidence.reversal,
  };
}
