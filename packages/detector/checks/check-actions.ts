import { scanSentences } from '../base/sentences';
import { listNormalizedWords, stem } from '../base/tokens';
import type { ToolEffect, ToolOutcomes } from '../evidence/tool-outcomes';
import { checkConfidence, type Finding, quote } from './finding';

const CREATES = 'added|booked|created|scheduled|reserved|registered|ordered|purchased';
const REMOVES = 'deleted|removed|cancell?ed|unsubscribed|cleared|archived';
const OTHERS =
  'rescheduled|updated|changed|modified|moved|sent|saved|submitted|processed|refunded|issued|transferred|placed|subscribed|' +
  'enabled|disabled|activated|deactivated|turned (?:on|off)|switched (?:on|off)|locked|unlocked|reset|renamed|assigned|' +
  'forwarded|emailed|messaged|notified|filed|uploaded|upgraded|downgraded|extended|renewed|blocked|charged|credited|' +
  'posted|published|invited|paused|logged|escalated|applied|run|executed|deployed|restarted|merged|pushed|committed|' +
  'contacted|called|opened|reopened|arranged|waived|shared|reported';
const ACTIONS = `(${CREATES})|(${REMOVES})|(?:${OTHERS})`;
const ADVERBS = '(?: (?:now|just|also|already|successfully|gone ahead and|since|then))*';
/** "I've added it", "I cancelled your booking"; and with a word that says that it was done just now, "has now been added". */
const CLAIM = new RegExp(
  `\\b(?:(?:I|we)(?:['’]ve| have)?${ADVERBS} |(?:has|have)${ADVERBS} been${ADVERBS} )(?:${ACTIONS})\\b([^.!?\\n]*)`,
  'gi',
);
/** "Your booking has been cancelled", "is cancelled": done now if the user has just asked for it. */
const PASSIVE = new RegExp(
  `\\b(?:has|have|is|are)(?:${ADVERBS} been)?${ADVERBS} (?:${ACTIONS})\\b([^.!?\\n]*)`,
  'gi',
);
/** The verb of a request: "Cancel order 12", "Could you please cancel …". */
const REQUEST =
  /^(?:(?:hi|hello|hey|ok(?:ay)?|then|please|just|(?:can|could|would|will) you|i(?:['’]d| would) like (?:you )?to|i (?:want|need)(?: you)? to),? )*(\p{L}+)/iu;
const IS_DONE_NOW = /^(?:I|we)\b|\b(?:now|just|successfully)\b/i;
/** What is written in the reply itself: "I've updated the summary", "I've added up the prices". */
const IS_WRITING =
  /^ (?:\S+ )?(?:(?:up|together|in|to|below|the following)\b|(?:\S+ ){0,3}(?:draft|summary|list|table|outline|plan|version|text|answer|response|reply|paragraph|section|sentence|code|snippet|function|script|example|breakdown|overview|heading|wording|comments?|details below)\b)/i;
/** "Once I've cancelled it", "if I have added", "what I've changed". */
const IS_SUBORDINATE =
  /\b(?:once|after|when|if|unless|until|whether|before|as soon as|what|which|that|where|how)\s+(?:[^\s.!?]+\s+){0,3}$/i;
const MAX_BEFORE_LENGTH = 40;
const MIN_VERB_LENGTH = 3;

/**
 * Actions that the reply says to have taken and that no result of a tool can have been: none that succeeded and does
 * more than read, or only such as do the contrary. English only. `question` is what the user said last, `evidence` all that
 * the reply may rely on.
 */
export function checkActions(
  text: string,
  outcomes: ToolOutcomes,
  question: string,
  evidence: string,
): Finding[] {
  const isDone = ({ 0: claim, 3: rest = '' }: RegExpExecArray): boolean =>
    IS_DONE_NOW.test(claim.slice(0, claim.length - rest.length));
  const isAnswered = (match: RegExpExecArray): boolean =>
    !isDone(match) && isRequested(text, match, question) && !isStated(match, evidence);
  return [...findClaims(text, CLAIM, outcomes, isDone), ...findClaims(text, PASSIVE, outcomes, isAnswered)];
}

function findClaims(
  text: string,
  pattern: RegExp,
  outcomes: ToolOutcomes,
  isOfNow: (match: RegExpExecArray) => boolean,
): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(pattern)) {
    const [claim, creates, removes, rest = ''] = match;
    const before = text.slice(Math.max(0, match.index - MAX_BEFORE_LENGTH), match.index);
    const effect = creates !== undefined ? 'creates' : removes !== undefined ? 'removes' : 'other';
    if (IS_SUBORDINATE.test(before) || IS_WRITING.test(rest)) continue;
    if (isPossible(effect, outcomes) || !isOfNow(match)) continue;
    const failure =
      outcomes.lastFailure === null ? '' : `; the last failure was ${quote(outcomes.lastFailure)}`;
    findings.push({
      start: match.index,
      end: match.index + claim.trimEnd().length,
      kind: 'fabrication',
      explanation: `No result of a tool shows that this was done${failure}.`,
      confidence: checkConfidence.action,
      evidence: [],
    });
  }
  return findings;
}

/** Whether the user has asked to do what is said to be done: "Refund order 12" of "the refund has been issued". */
function isRequested(text: string, match: RegExpExecArray, question: string): boolean {
  const claimed = new Set(listNormalizedWords(`${findSubject(text, match)} ${findVerb(match)}`).map(stem));
  return scanSentences(question).some(({ text: sentence }) => {
    const verb = stem((REQUEST.exec(sentence)?.[1] ?? '').toLowerCase());
    return verb.length >= MIN_VERB_LENGTH && claimed.has(verb);
  });
}

const findSubject = (text: string, { index }: RegExpExecArray): string =>
  text
    .slice(Math.max(0, index - MAX_BEFORE_LENGTH), index)
    .split(/[.!?,;:\n]/)
    .at(-1) as string;

/** The last word of the claim without what follows it. */
const findVerb = ({ 0: claim, 3: rest = '' }: RegExpExecArray): string =>
  claim
    .slice(0, claim.length - rest.length)
    .trim()
    .split(' ')
    .at(-1) as string;

const isStated = (match: RegExpExecArray, evidence: string): boolean =>
  evidence.toLowerCase().includes(findVerb(match).toLowerCase());

function isPossible(effect: ToolEffect, { succeeded }: ToolOutcomes): boolean {
  const isAnyDone = effect === 'other' && (succeeded.has('creates') || succeeded.has('removes'));
  return succeeded.has('other') || succeeded.has(effect) || isAnyDone;
}
