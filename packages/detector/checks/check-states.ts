import { stem } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { EvidenceUnit } from '../evidence/evidence-units';
import { type LabeledValue, listLabeledValues } from '../evidence/labeled-values';
import { isNegation } from '../gazetteers/modifiers';
import {
  isLasting,
  MAX_STATE_WORDS,
  parseState,
  rulesOut,
  type State,
  stateOpeners,
} from '../gazetteers/states';
import type { Finding } from './finding';
import { isUnstated, type Predicate } from './predicates';
import { isAsserted, isPremise, toReversal } from './reversals';

/** A value of the evidence that is a state, with the names that say of what. */
interface KnownState {
  labeled: LabeledValue;
  state: State;
  /** Words of its name but "status". */
  qualifiers: readonly string[];
  isStatus: boolean;
  /** Of a line such as "Invoice 12: paid". */
  isLabel: boolean;
}

/** A state that the reply states or denies. */
interface Claim {
  state: State;
  phrase: string;
  /** Whether it is said to be so now, not to have become so. */
  isNow: boolean;
  isDenied: boolean;
  /** Content words before the verb. */
  subject: readonly string[];
  /** Places of the first and the last word. */
  from: number;
  to: number;
}

const STATUS = new Set(['status', 'state', 'stage']);
/** Objects that hold other things than one of their name. */
const CONTAINERS = new Set(
  'data result results response payload body item items record records object details info content'.split(
    ' ',
  ),
);
const ADVERBS = new Set(
  'now already just successfully still currently also officially automatically fully finally since been not yet never'.split(
    ' ',
  ),
);
const ARE = new Set(['is', 'are', "isn't", "aren't", 'remains', 'remain']);
const HAVE = new Set(['has', 'have', "hasn't", "haven't"]);
const WERE = new Set(['was', 'were', "wasn't", "weren't"]);
const PLURAL = new Set(['are', 'have', 'were', "aren't", "haven't", "weren't", 'remain']);
/** States that are reached without anybody's help: "it has arrived", "the payment failed". */
const ACTIVE = new Set(['shipped', 'arrived', 'failed', 'succeeded', 'expired', 'closed', 'finished']);
/** What has a status. */
const THINGS = new Set(
  'order package parcel shipment item booking reservation request ticket case issue task job'
    .split(' ')
    .map(stem),
);
const OPENING_STEMS = [...stateOpeners].map(stem);
const PAYMENT = new Set<State>(['pending', 'processing', 'paid', 'completed', 'rejected', 'failed']);

/**
 * Where the reply says that something has reached a state or is in one and a field or a label of the evidence gives another
 * one, which rules it out: "has been delivered" of what has the status "shipped". `predicates` are the clauses of the reply,
 * `currentFrom` is the first text of the evidence from which on nothing was changed.
 */
export function checkStates(
  alignedReply: AlignedReply,
  predicates: readonly Predicate[],
  question: string,
  currentFrom: number,
): Finding[] {
  const claims = predicates.flatMap((predicate) => readClaim(alignedReply, predicate) ?? []);
  if (claims.length === 0) return [];
  const knownStates = listStates(alignedReply, question, currentFrom);
  if (!knownStates.some(({ isStatus, isLabel }) => isStatus || isLabel)) return [];
  return claims.flatMap((claim) => {
    const own = selectOf(alignedReply, claim, knownStates, question);
    const [first] = own;
    if (first === undefined || !own.every(({ state }) => contradicts(claim, state))) return [];
    if (!claim.isDenied && isSaidElsewhere(alignedReply, claim, knownStates, question)) return [];
    const place = { first: claim.from, last: claim.to, unit: first.labeled.unit };
    return [toReversal(alignedReply, place, 'The evidence has another state')];
  });
}

function readClaim(
  { reply, table }: AlignedReply,
  { range, words, negations, isPartlyDenied }: Predicate,
): Claim | null {
  for (let at = 1; at < words.length; at += 1) {
    const phrase = findPhrase(words, at);
    if (phrase === null) continue;
    const length = phrase.split(' ').length;
    let verb = at - 1;
    while (verb > 0 && ADVERBS.has(words[verb] as string)) verb -= 1;
    const auxiliary = words[verb] as string;
    const isSimple = ACTIVE.has(phrase) && isSubjectBefore(words, at);
    const isReached = HAVE.has(auxiliary) && (ACTIVE.has(phrase) || words.slice(verb, at).includes('been'));
    const lasts = isLasting(phrase);
    const isStated = ARE.has(auxiliary) || isReached || (WERE.has(auxiliary) && !lasts) || isSimple;
    if (!isStated || (lasts && HAVE.has(auxiliary))) continue;
    const subject = words.slice(0, isSimple ? at : verb);
    const isGeneral = PLURAL.has(auxiliary) && !subject.some((word) => word === 'your' || word === 'they');
    const before = words.slice(0, at);
    if (isGeneral || subject.at(-1) === 'that' || isPartlyDenied || before.some(isUnstated)) return null;
    if (negations.length > 1 || negations.some((place) => place > at)) return null;
    const isDenied = negations.length === 1;
    const content = subject.filter((word, index) => {
      const id = reply.ids[range.from + index] as number;
      return table.isContent[id] === true && !isNegation(word);
    });
    const last = range.from + at + length - 1;
    const from = range.from + (isSimple ? at : verb);
    const state = parseState(phrase) as State;
    const isNow = lasts || (ARE.has(auxiliary) && state !== 'shipped');
    return { state, phrase, isNow, isDenied, subject: content, from, to: last };
  }
  return null;
}

/** The longest name of a state at a place. */
function findPhrase(words: readonly string[], at: number): string | null {
  if (!stateOpeners.has(words[at] as string)) return null;
  for (let length = MAX_STATE_WORDS; length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ');
    if (at + length <= words.length && parseState(phrase) !== null) return phrase;
  }
  return null;
}

/** "It shipped", "the payment failed": a subject of one thing right before, and no other verb. */
function isSubjectBefore(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at);
  const isVerb = (word: string): boolean =>
    ARE.has(word) || HAVE.has(word) || WERE.has(word) || word === 'be';
  const [first] = before;
  return !words.some(isVerb) && at <= 4 && ['it', 'the', 'your', 'this', 'order'].includes(first as string);
}

/** What the evidence gives as a state under a name. */
function listStates(alignedReply: AlignedReply, question: string, currentFrom: number): KnownState[] {
  const { evidence } = alignedReply;
  const units = new Set(OPENING_STEMS.flatMap((root) => evidence.unitsWith(root)));
  return [...units].flatMap((unit) => {
    const { source, field } = evidence.units[unit] as EvidenceUnit;
    if (source < currentFrom || isPremise(alignedReply, unit, question)) return [];
    return listLabeledValues(evidence, unit).flatMap((labeled) => {
      const state = parseState(labeled.value);
      if (state === null) return [];
      const qualifiers = labeled.name.filter((word) => !STATUS.has(word));
      const isStatus = qualifiers.length < labeled.name.length;
      return [{ labeled, state, qualifiers, isStatus, isLabel: field === null }];
    });
  });
}

/** The states that the claim may be about. */
function selectOf(
  { evidence, table }: AlignedReply,
  { subject }: Claim,
  knownStates: readonly KnownState[],
  question: string,
): readonly KnownState[] {
  const stems = subject.map(stem);
  const names = (words: readonly string[]): boolean => words.some((word) => stems.includes(stem(word)));
  const qualified = knownStates.filter(({ qualifiers }) => names(qualifiers));
  if (qualified.length > 0) return qualified;
  const lowerQuestion = question.toLowerCase();
  const isOther = (word: string): boolean => {
    if (/\d/.test(word) || THINGS.has(stem(word))) return false;
    if (stem(word) === 'payment') return !knownStates.every(({ state }) => PAYMENT.has(state));
    return !lowerQuestion.includes(word) && evidence.unitsWith(stem(word)).length === 0;
  };
  if (subject.some(isOther)) return [];
  const isField = (word: string): boolean =>
    evidence.fieldsOfStem.find(table.stems[table.add(word)] as number) !== undefined;
  return knownStates.filter(({ qualifiers, labeled: { parent } }) => {
    const isHeld = parent.every((word) => CONTAINERS.has(word)) || names(parent);
    return (qualifiers.length === 0 || subject.length === 0) && (isHeld || !subject.some(isField));
  });
}

function contradicts({ state, phrase, isNow, isDenied }: Claim, evidenceState: State): boolean {
  if (!isDenied) return rulesOut(evidenceState, state, isNow);
  return evidenceState === state || (evidenceState === 'delivered' && phrase === 'shipped');
}

/** Whether a statement of the evidence other than of known states has the word for the state. */
function isSaidElsewhere(
  alignedReply: AlignedReply,
  { phrase }: Claim,
  knownStates: readonly KnownState[],
  question: string,
): boolean {
  const { evidence, table } = alignedReply;
  const isKnown = new Set(knownStates.map(({ labeled }) => labeled.unit));
  if (phrase.includes(' ')) return false;
  return evidence.unitsWith(stem(phrase)).some((unit) => {
    const { from, to } = evidence.units[unit] as EvidenceUnit;
    const isWord = evidence.words
      .slice(from, to)
      .some((id) => parseState(table.words[id] as string) === parseState(phrase));
    return isWord && !isKnown.has(unit) && isAsserted(alignedReply, unit, question);
  });
}
