import { listNormalizedWords, stem } from '../base/tokens';
import type { Region } from '../text/regions';
import { checkConfidence, type Finding } from './finding';

const DONE =
  'approved|accepted|rejected|declined|granted|denied|inspected|reviewed|verified|received|paid|charged|refunded|shipped|' +
  'delivered|confirmed|credited|waived|frozen|completed|forwarded|cancell?ed|issued|processed|escalated|closed|resolved|' +
  'activated|blocked|renewed|extended|transferred|dispatched|repaired|replaced|booked|registered|validated';
const ADVERBS = '(?: (?:now|just|also|already|successfully|since|then))*';
/** "Your application for EUR 80 has been approved", "your refund was paid". */
const PASSIVE = new RegExp(
  `\\byour\\b(?: (?:\\d[\\d.,]*|[^\\s.!?,;:]+)){1,6} (?:(?:has|have)${ADVERBS} been|was|were)${ADVERBS} (${DONE})\\b`,
  'gi',
);
/** "Our technicians have inspected your drill". */
const ACTIVE = new RegExp(
  `\\b(?:we|our [^\\s.!?,;:]+(?: [^\\s.!?,;:]+)?)(?:['’]ve| have| has)${ADVERBS} (${DONE})(?: [^\\s.!?,;:]+){0,3}? your\\b`,
  'gi',
);
const STANDING =
  '(?:customer|member|subscriber|guest|client|user|travell?er|passenger|policyholder|patient|student|tenant|sender|employee)s?';
/** "You are a Premium customer", "as a Gold member". */
const MEMBERSHIP = new RegExp(
  `\\b(?:you(?:['’]re| are)(?: now| already| currently)?|as) an? ((?:(?!new |valued |loyal |other )[\\p{L}\\d-]+ ){1,2})${STANDING}\\b`,
  'giu',
);
/** "Your Premium plan". */
const PLAN =
  /\b[Yy]our ((?:\p{Lu}[\p{L}\d-]* ){1,2})(?:plan|subscription|membership|account|tier|status|contract|package|licen[cs]e)\b/gu;
const NUMBER =
  '(?:\\p{Sc}\\s?)?\\d[\\d.,]*\\d|\\p{Sc}?\\d|two|three|four|five|six|seven|eight|nine|ten|twelve';
/** "Your order comes to more than €50", "you have been with us for three years". */
const MEASURED = new RegExp(
  `\\b(?:your (?:[\\p{L}'’-]+ ){1,4}(?:more than|over|above|under|below|less than|at least|exceeds?)|` +
    `you(?:['’]ve| have)(?: not|n['’]t)? (?:been|had|made|bought|spent|paid|[\\p{L}]{3,}ed)(?: [\\p{L}'’-]+){0,5}? (?:for|since|over|more than)(?: the last| the past| at least| more than)?) (${NUMBER})(?![\\p{L}\\d])`,
  'giu',
);
const HAPPENED = '(?:was|were|been|has|have|had|got)';
const IS_SUBORDINATE = /\b(?:once|after|when|if|unless|until|whether|before|as soon as)\b[^.!?\n]*$/i;
const MAX_BEFORE_LENGTH = 80;
const MAX_CLAIMS = 20;

/** What was said before a reply. */
interface CaseContext {
  instructions: string;
  /** Words of all else, by their stems. */
  stated: ReadonlySet<string>;
}

/**
 * What the reply says of the user's case although only the instructions of the assistant speak of such things, in general:
 * "your loan has been approved" of "loans up to 10,000 EUR are approved automatically", "you are a Premium customer" of
 * "Premium customers get a discount". English only. `read` joins the instructions, and all other evidence, which takes
 * time: few replies have such a claim.
 */
export function checkCaseClaims(
  text: string,
  read: () => { instructions: string; stated: string },
): Finding[] {
  const happened = scanClaims(text, [PASSIVE, ACTIVE]);
  const belonged = scanClaims(text, [MEMBERSHIP, PLAN]);
  const measured = scanClaims(text, [MEASURED]);
  if ([happened, belonged, measured].every(({ length }) => length === 0)) return [];
  const { instructions, stated } = read();
  if (instructions === '') return [];
  const context: CaseContext = { instructions, stated: new Set(listNormalizedWords(stated).map(stem)) };
  const find = ({ start, end, key }: Claim, explanation: string): Finding => ({
    ...{ start, end, kind: 'fabrication', evidence: [] },
    explanation: `Only general instructions speak of “${key}”; ${explanation}`,
    confidence: checkConfidence.action,
  });
  return [
    ...happened
      .filter(({ key }) => isOnlyRule(key, context) && !hasHappened(key, instructions))
      .map((claim) => find(claim, 'nothing says that it happened here.')),
    ...belonged
      .filter(({ key }) => isOnlyRule(key, context) && !isOfUser(key, instructions))
      .map((claim) => find(claim, 'nothing says that it holds for this user.')),
    ...measured
      .filter((claim) => isOnlyRule(claim.key, context) && !isFulfilled(text, claim, context))
      .map((claim) => find(claim, 'nothing says that it was reached here.')),
  ];
}

/** A claim about the case, and the words that say what. */
interface Claim extends Region {
  key: string;
}

function scanClaims(text: string, patterns: readonly RegExp[]): Claim[] {
  const matches = patterns.flatMap((pattern) => [...text.matchAll(pattern)]).slice(0, MAX_CLAIMS);
  return matches
    .filter(({ index }) => !IS_SUBORDINATE.test(text.slice(Math.max(0, index - MAX_BEFORE_LENGTH), index)))
    .map(({ 0: claim, 1: key = '', index }) => ({
      start: index,
      end: index + claim.length,
      key: key.trim(),
    }));
}

/** Whether the instructions say it, and nothing else has one of its words. */
function isOnlyRule(key: string, { instructions, stated }: CaseContext): boolean {
  const isStated = listNormalizedWords(key).some((word) => stated.has(stem(word)));
  return !isStated && instructions.toLowerCase().includes(key.toLowerCase());
}

/** A number this many times the limit is of something else, such as an order. */
const MAX_TIMES = 20;
const IS_LESS = /\b(?:under|below|less than)\b/i;

/** Whether a number that was said of the case is on that side of the limit: "your son is under 12" of "he's 8". */
function isFulfilled(text: string, { start, end, key }: Claim, { stated }: CaseContext): boolean {
  if (!/\d/.test(key)) return false;
  const limit = Number(key.replace(/[^\d.]/g, ''));
  const isLess = IS_LESS.test(text.slice(start, end));
  return [...stated].some(
    (word) =>
      /^\d+$/.test(word) &&
      (isLess ? Number(word) < limit : Number(word) >= limit && Number(word) < MAX_TIMES * limit),
  );
}

/** Whether the instructions say that it happened, rather than when it does. */
const hasHappened = (verb: string, instructions: string): boolean =>
  new RegExp(`\\b${HAPPENED}${ADVERBS} ${verb}\\b`, 'i').test(instructions);

/** Whether the instructions say it of a user: "plan: Premium", "the caller has a Premium plan". */
const isOfUser = (key: string, instructions: string): boolean =>
  new RegExp(`(?:\\b(?:is|has|holds|with|on)(?: an?| the| our)?|[:=]) ?["']?${key}\\b`, 'i').test(
    instructions,
  );
