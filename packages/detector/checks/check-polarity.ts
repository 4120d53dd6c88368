import { scanSentences } from '../base/sentences';
import { isFunctionWord, listNormalizedWords, stem } from '../base/tokens';
import { type AlignedReply, listRanges } from '../evidence/aligned-reply';
import type { WordRange } from '../evidence/reply-words';
import { isNegation } from '../gazetteers/modifiers';
import type { Finding } from './finding';
import { isUnstated, skipYesAndNo } from './predicates';
import { isAsserted, toReversal } from './reversals';

/** What a rule or a description says of its objects, and the words that say it. */
const MODES: Record<'required' | 'allowed' | 'offered', string> = {
  required: 'required require requires needed need needs necessary mandatory compulsory must',
  allowed: 'allowed permitted welcome may can cannot',
  offered:
    'supported support supports included include includes covered cover covers available unavailable offered offer offers ' +
    'provided provide provides accepted accept accepts excluded exclude excludes',
};
type Mode = keyof typeof MODES;
const modeOf = new Map(
  Object.entries(MODES).flatMap(([mode, words]) =>
    words.split(' ').map((word) => [word, mode as Mode] as const),
  ),
);
/** What follows is the object, what comes before has it. */
const ACTIVE = new Set(
  'support supports include includes cover covers offer offers provide provides accept accepts exclude excludes require requires'.split(
    ' ',
  ),
);
const DENIED = new Set('cannot unavailable excluded exclude excludes'.split(' '));
/** Words that say for whom, when or on which condition. */
const LIMITS = new Set(
  'if unless except only just until before after without when during otherwise already yet longer both either'.split(
    ' ',
  ),
);
/** Persons, of whom a rule may be said. */
const PERSONS = new Set(['you', 'i']);
const PIECE =
  /[,()–—]|\bbut\b|\band\b(?=\s(?:is|are|can|cannot|may|must|need|do|does|not|no|it|he|she|they|you|we)\b)/i;
const LABELED = /^(?<label>[\p{L}' ]{3,30}):\s(?<items>.+)$/u;
const MAX_LENGTH = 400;
const MAX_WORDS = 24;
const MAX_MORE = 1;

/** That something is required, allowed or offered, or not. */
interface Polarity {
  mode: Mode;
  isDenied: boolean;
  /** Stems of its content words. */
  object: ReadonlySet<string>;
  /** Those of what has the object. */
  owner: ReadonlySet<string>;
}

/**
 * Clauses that say of something that it is required, allowed or offered where the evidence says that it is not, or the
 * reverse: "you need to fast" of "no fasting is required".
 */
export function checkPolarity(alignedReply: AlignedReply, question: string): Finding[] {
  const { evidence } = alignedReply;
  return listRanges(alignedReply).flatMap(([whole, alignment]): Finding[] => {
    const range = skipYesAndNo(alignedReply.reply, whole);
    const polarity = whole.to - whole.from > MAX_WORDS ? null : readReply(alignedReply, range);
    if (polarity === null) return [];
    const units = alignment.best
      .map(({ unit }) => unit)
      .filter(
        (unit) => isAsserted(alignedReply, unit, question) && evidence.textOf(unit).length <= MAX_LENGTH,
      );
    const evidencePolarities = units.flatMap((unit) =>
      readPolarities(evidence.textOf(unit)).map((one) => ({ ...one, unit })),
    );
    const same = evidencePolarities.filter(
      (one) => one.mode === polarity.mode && isSameObject(one, polarity, listNear(alignedReply, one.unit)),
    );
    const [contrary] = same;
    if (contrary === undefined || same.some(({ isDenied }) => isDenied === polarity.isDenied)) return [];
    const [first, last] = [range.from, range.to - 1];
    return [toReversal(alignedReply, { first, last, unit: contrary.unit }, 'The evidence says the opposite')];
  });
}

/** Null for what says more than one thing. */
function readReply(alignedReply: AlignedReply, range: WordRange): Polarity | null {
  const { reply, table } = alignedReply;
  const ids = reply.ids.subarray(range.from, range.to);
  // Most clauses end here.
  if (!ids.some((id) => modeOf.has(table.words[id] as string))) return null;
  const words = Array.from(ids, (id) => table.words[id] as string);
  const text = reply.text.slice(reply.starts[range.from], (reply.ends[range.to - 1] as number) + 1);
  if (text.endsWith('?') || PIECE.test(text.trim().replace(/[,.)]$/, ''))) return null;
  return words.some((word) => LIMITS.has(word) || (isUnstated(word) && !isExpected(word)))
    ? null
    : readPiece(words);
}

/** Of the words after which nothing is stated, those that are the modes themselves or persons. */
const isExpected = (word: string): boolean => modeOf.has(word) || PERSONS.has(word);

/** Each object of a sentence with what it says of it; "Excluded: floods, storms" says it of two. */
function readPolarities(text: string): Polarity[] {
  return scanSentences(text).flatMap(({ text: sentence }) =>
    sentence.split(/;\s/).flatMap((part): Polarity[] => {
      const { label, items } = LABELED.exec(part)?.groups ?? {};
      const pieces =
        label !== undefined &&
        items !== undefined &&
        listNormalizedWords(label).some((word) => modeOf.has(word))
          ? items.split(/,\s|\sand\s/).map((item) => `${label} ${item}`)
          : part.split(PIECE);
      return pieces.flatMap((piece) => {
        const words = listNormalizedWords(piece);
        return words.some((word) => LIMITS.has(word)) ? [] : (readPiece(words) ?? []);
      });
    }),
  );
}

function readPiece(words: readonly string[]): Polarity | null {
  const at = words.findIndex((word) => modeOf.has(word));
  const verb = words[at];
  if (verb === undefined) return null;
  const denials = words.filter((word) => (isNegation(word) && word !== 'cannot') || DENIED.has(word)).length;
  const split = ACTIVE.has(verb) ? at : 0;
  const object = listStems(words.slice(split));
  if (object.size === 0) return null;
  const owner = listStems(words.slice(0, split));
  return { mode: modeOf.get(verb) as Mode, isDenied: denials % 2 === 1, object, owner };
}

const listStems = (words: readonly string[]): Set<string> =>
  new Set(words.filter((word) => !modeOf.has(word) && !isNegation(word) && !isFunctionWord(word)).map(stem));

/** The stems of the sentences next to a unit, which say what it is about. */
function listNear({ evidence }: AlignedReply, unit: number): ReadonlySet<string> {
  const source = evidence.units[unit]?.source;
  const near = [unit - 1, unit, unit + 1].filter((one) => evidence.units[one]?.source === source);
  return new Set(near.flatMap((one) => listNormalizedWords(evidence.textOf(one)).map(stem)));
}

/** Whether the reply speaks of the object, of no other owner, and of hardly anything that is not said next to it. */
function isSameObject({ object, owner }: Polarity, claim: Polarity, near: ReadonlySet<string>): boolean {
  const all = new Set([...claim.object, ...claim.owner]);
  if (![...object].every((one) => all.has(one))) return false;
  const isKnown = (one: string): boolean => object.has(one) || owner.has(one) || near.has(one);
  const isOwn = owner.size === 0 || [...claim.owner].every(isKnown);
  return isOwn && [...all].filter((one) => !isKnown(one)).length <= MAX_MORE;
}
