import { abstentions } from './abstention-patterns';
import { evaluations, preference } from './opinion-patterns';
import { referrals } from './referral-patterns';
import * as patterns from './speech-patterns';
import { anticipation, reaction, wish } from './wish-patterns';

/**
 * What a speaker does by saying a clause. A statement may be right or wrong; talk and requests are acts of the conversation
 * itself, an opening comes before something else. An opinion evaluates, wishes or suggests. A condition ("if you like", "to proceed") counts as what it is said with,
 * a fragment has no verb.
 */
export type SpeechAct =
  | 'opening'
  | 'talk'
  | 'opinion'
  | 'request'
  | 'question'
  | 'condition'
  | 'fragment'
  | 'statement';

const OPENINGS = [patterns.interjection, patterns.meta];
const TALK = [
  ...[patterns.greeting, patterns.valediction, patterns.compliment, patterns.attitude, patterns.offer],
  ...abstentions,
  anticipation,
];
const OPINIONS = [...evaluations, wish, reaction, ...referrals, preference];
/**
 * For a text of a thousand characters, V8 compiles a pattern to machine code at once. For a shorter one it would compile
 * bytecode first, which it optimizes in quadratic time: half a second for these patterns, in each thread.
 */
const LONG_TEXT = ' '.repeat(1000);
let areCompiled = false;
/** A clause after one of these says something by itself, even without a verb that is known. */
const INDEPENDENT = new Set(
  'because although though whereas but which who whose that ; : . — – -'.split(' '),
);

/** What is done by saying a clause, in lower case, of a sentence that is no question. */
export function classifyClause(words: string): SpeechAct {
  if (!areCompiled) compilePatterns();
  const statement = removeLead(words);
  if (patterns.request.test(statement)) return 'request';
  const isSaid = (form: RegExp): boolean => form.test(statement) || (statement !== words && form.test(words));
  const isOpening = OPENINGS.some(isSaid);
  if (isOpening || (statement === '' && !/^(?:yes|no)$/.test(words))) return 'opening';
  if (TALK.some(isSaid)) return 'talk';
  if (OPINIONS.some(isSaid)) return 'opinion';
  if (patterns.condition.test(statement)) return 'condition';
  return patterns.finiteVerb.test(statement) || patterns.subject.test(statement) ? 'statement' : 'fragment';
}

function compilePatterns(): void {
  areCompiled = true;
  for (const pattern of [patterns.request, ...OPENINGS, ...TALK, ...OPINIONS]) pattern.test(LONG_TEXT);
}

/** Whether a question begins with the clause, one that does not state what it asks about. */
export const isInterrogative = (words: string): boolean =>
  patterns.interrogative.test(words) && !patterns.knowingQuestion.test(words);

/** "Anything else?", "Two adults?": a question without the form of one. */
export const isEllipticQuestion = (words: string): boolean =>
  patterns.ellipticQuestion.test(words) || !patterns.finiteVerb.test(words);

/** "Great choice, with free drinks": whether the clause adds a thing to what is praised or wished. */
export const isAddition = (words: string): boolean => patterns.addition.test(words);

/** Whether a clause with this opener states something regardless of what was said before it. */
export const isIndependent = (opener: string): boolean => INDEPENDENT.has(opener);

function removeLead(words: string): string {
  let rest = words;
  for (let match = patterns.lead.exec(rest); match !== null; match = patterns.lead.exec(rest))
    rest = rest.slice(match[0].length).trimStart();
  return rest;
}
