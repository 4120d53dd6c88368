import { listNormalizedWords, stem } from '../base/tokens';
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
const HAPPENED = '(?:was|were|been|has|have|had|got)';
const IS_SUBORDINATE = /\b(?:once|after|when|if|unless|until|whether|before|as soon as)\b[^.!?\n]*$/i;
const MAX_BEFORE_LENGTH = 80;
const MAX_CLAIMS = 20;

/**
 * What the reply says to have happened in the user's case although only the instructions of the assistant speak of such
 * things, in general: "your loan has been approved" of "loans up to 10,000 EUR are approved automatically". English only.
 * `read` joins the instructions, and all other evidence, which takes time: few replies have such a claim.
 */
export function checkCaseClaims(
  text: string,
  read: () => { instructions: string; stated: string },
): Finding[] {
  const claims = [PASSIVE, ACTIVE].flatMap((pattern) => [...text.matchAll(pattern)]);
  const { instructions, stated } = claims.length === 0 ? { instructions: '', stated: '' } : read();
  if (instructions === '') return [];
  const known = new Set(listNormalizedWords(stated).map(stem));
  return claims.slice(0, MAX_CLAIMS).flatMap((match): Finding[] => {
    const [claim, verb = ''] = match;
    const before = text.slice(Math.max(0, match.index - MAX_BEFORE_LENGTH), match.index);
    const isOfCase = new RegExp(`\\b${HAPPENED}${ADVERBS} ${verb}\\b`, 'i').test(instructions);
    const isGeneral = instructions.toLowerCase().includes(verb.toLowerCase());
    if (!isGeneral || isOfCase || known.has(stem(verb.toLowerCase())) || IS_SUBORDINATE.test(before))
      return [];
    return [
      {
        ...{ start: match.index, end: match.index + claim.length, kind: 'fabrication', evidence: [] },
        explanation: `Only general instructions speak of “${verb}”; nothing says that it happened here.`,
        confidence: checkConfidence.action,
      },
    ];
  });
}
