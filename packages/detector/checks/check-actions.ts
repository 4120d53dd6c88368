import type { ToolEffect, ToolOutcomes } from '../evidence/tool-outcomes';
import { checkConfidence, type Finding, quote } from './finding';

const CREATES = 'added|booked|created|scheduled|reserved|registered|ordered|purchased';
const REMOVES = 'deleted|removed|cancell?ed|unsubscribed|cleared|archived';
const OTHERS =
  'rescheduled|updated|changed|modified|moved|sent|saved|submitted|processed|refunded|issued|transferred|placed|subscribed|' +
  'enabled|disabled|activated|deactivated|turned (?:on|off)|switched (?:on|off)|locked|unlocked|reset|renamed|assigned|' +
  'forwarded|emailed|messaged|notified|filed|uploaded|upgraded|downgraded|extended|renewed|blocked|charged|credited|' +
  'posted|published|invited|paused|logged|escalated|applied';
const ACTIONS = `(${CREATES})|(${REMOVES})|(?:${OTHERS})`;
const ADVERBS = '(?: (?:now|just|also|already|successfully|gone ahead and|since|then))*';
/** "I've added it", "I cancelled your booking"; and with a word that says that it was done just now, "has now been added". */
const CLAIM = new RegExp(
  `\\b(?:(?:I|we)(?:['’]ve| have)?${ADVERBS} |(?:has|have)${ADVERBS} been${ADVERBS} )(?:${ACTIONS})\\b([^.!?\\n]*)`,
  'gi',
);
const IS_DONE_NOW = /^(?:I|we)\b|\b(?:now|just|successfully)\b/i;
/** What is written in the reply itself: "I've updated the summary", "I've added up the prices". */
const IS_WRITING =
  /^ (?:\S+ )?(?:(?:up|together|in|to|below|the following)\b|(?:\S+ ){0,3}(?:draft|summary|list|table|outline|plan|version|text|answer|response|reply|paragraph|section|sentence|code|snippet|function|script|example|breakdown|overview|heading|wording|comments?|details below)\b)/i;
/** "Once I've cancelled it", "if I have added", "what I've changed". */
const IS_SUBORDINATE =
  /\b(?:once|after|when|if|unless|until|whether|before|as soon as|what|which|that|where|how)\s+(?:\S+\s+){0,3}$/i;
const MAX_BEFORE_LENGTH = 40;

/**
 * Actions that the reply says to have taken and that no result of a tool can have been: none that succeeded and does
 * more than read, or only such as do the contrary. English only.
 */
export function checkActions(text: string, outcomes: ToolOutcomes): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(CLAIM)) {
    const [claim, creates, removes, rest = ''] = match;
    const before = text.slice(Math.max(0, match.index - MAX_BEFORE_LENGTH), match.index);
    const effect = creates !== undefined ? 'creates' : removes !== undefined ? 'removes' : 'other';
    if (!IS_DONE_NOW.test(claim) || IS_SUBORDINATE.test(before) || IS_WRITING.test(rest)) continue;
    if (isPossible(effect, outcomes)) continue;
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

function isPossible(effect: ToolEffect, { succeeded }: ToolOutcomes): boolean {
  const isAnyDone = effect === 'other' && (succeeded.has('creates') || succeeded.has('removes'));
  return succeeded.has('other') || succeeded.has(effect) || isAnyDone;
}
