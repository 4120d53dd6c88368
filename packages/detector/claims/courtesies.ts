import type { Region } from '../text/regions';
import { type Clause, type ClausedSentence, scanClauses } from './clauses';
import { scanLetterParts } from './letter-parts';
import {
  classifyClause,
  isAddition,
  isEllipticQuestion,
  isIndependent,
  isInterrogative,
  type SpeechAct,
} from './speech-acts';

/** An act of the conversation, or null: the clause may be right or wrong. */
type Courtesy = Exclude<SpeechAct, 'condition' | 'fragment' | 'statement'> | null;
/** Where a reply states nothing. */
export interface CourtesyRegion extends Region {
  /** It evaluates, wishes or suggests: a name in it may be invented, unlike the one that a greeting has. */
  isOpinion: boolean;
}

/** "Let me know which one you like", "I don't know who did": what is asked or not known, not what is said of a person. */
const COMPLEMENTS = new Set(['which', 'who', 'whose']);

/**
 * Where a reply states nothing: greetings, closings, thanks, offers, questions back, abstentions and talk about the task,
 * clause by clause, in order. English only.
 */
export function scanCourtesies(text: string): CourtesyRegion[] {
  const regions = scanLetterParts(text).map((part): CourtesyRegion => ({ ...part, isOpinion: false }));
  let introduced: Courtesy = null;
  for (const sentence of scanClauses(text)) {
    const acts = listCourtesies(sentence);
    const isItem = introduced === 'request' && isListItem(text, sentence);
    const isWanted = isItem && isBare(sentence);
    sentence.clauses.forEach(({ start, end }, index) => {
      if (acts[index] !== null || isWanted)
        regions.push({ start, end, isOpinion: acts[index] === 'opinion' });
    });
    if (!isItem) introduced = sentence.isIntroduction ? (acts.at(-1) ?? null) : null;
  }
  return regions;
}

function listCourtesies({ clauses, isQuestion }: ClausedSentence): Courtesy[] {
  const asked = isQuestion ? findQuestion(clauses) : clauses.length;
  const acts: SpeechAct[] = [];
  const courtesies: Courtesy[] = [];
  const alone: boolean[] = [];
  for (const [index, { words, opener, isJoined }] of clauses.entries()) {
    const before = acts[index - 1];
    const isEnd =
      isJoined &&
      COMPLEMENTS.has(opener) &&
      (before === 'request' || before === 'talk' || before === 'opinion');
    alone.push(isIndependent(opener) && !isEnd);
    const isAsked = index >= asked && (index === asked || alone[index] === false);
    acts.push(isAsked ? 'question' : isEnd ? before : classifyClause(words));
  }
  for (const [index, { words }] of clauses.entries()) {
    const before = alone[index] === true ? null : (courtesies[index - 1] ?? null);
    courtesies.push(resolve(acts, index, before === 'opinion' && isAddition(words) ? null : before));
  }
  return courtesies;
}

/** Where the question of a sentence with a question mark begins. */
function findQuestion(clauses: readonly Clause[]): number {
  const first = clauses.findIndex(({ words }) => isInterrogative(words));
  if (first !== -1) return first;
  const last = clauses.length - 1;
  return isEllipticQuestion(clauses[last]?.words ?? '') ? (last > 0 ? last : 0) : clauses.length;
}

/** A condition counts as the next clause that is none, at the end of a sentence as the one before; so does a fragment. */
function resolve(acts: readonly SpeechAct[], index: number, before: Courtesy): Courtesy {
  const act = acts[index] as SpeechAct;
  if (act === 'statement') return null;
  if (act === 'fragment') return before === 'opening' ? null : before;
  if (act !== 'condition') return act;
  const main = acts
    .slice(index + 1)
    .find((next): next is Exclude<SpeechAct, 'condition'> => next !== 'condition');
  if (main === undefined) return before;
  return main === 'statement' || main === 'fragment' ? null : main;
}

const isListItem = (text: string, { start }: ClausedSentence): boolean =>
  /(?:^|\n)[ \t]*(?:[-*•+]|\(?\d{1,3}[.)])[ \t]*[*_]*$/.test(text.slice(Math.max(0, start - 16), start)) ||
  /^(?:[-*•+]\s|\(?\d{1,3}[.)](?:\s|$))/.test(text.slice(start, start + 6));

/** Names of what is wanted, without a number or a verb. */
const isBare = ({ clauses }: ClausedSentence): boolean =>
  clauses.every(({ words }) => !/\d/.test(words) && classifyClause(words) !== 'statement');
