import type { Change, EvidenceText, Name, Planter } from './twins-ground';
import { notNames } from './twins-name-lists';
import { findNames } from './twins-names';

const VERBS =
  'accused acquired advised arrested asked attacked beat betrayed blamed bombed bought called charged ' +
  'contacted convinced criticized criticised defeated defended denied dismissed elected endorsed followed founded ' +
  'funded helped hired hit informed interviewed invaded invited killed left mocked nominated nursed ' +
  'offered outscored owns passed praised pressed promised punched pursued raped replaced rescued sanctioned saved ' +
  'sent shot stabbed struck succeeded sued supported supports targeted threatened told trained ' +
  'urged visited wants warned won accuses asks blames calls confronts defeats helps informs invites owes promises ' +
  'sues tells threatens trusts urges visits warns';
// Neither a list of names nor a symmetric relation.
const RELATION = new RegExp(
  `^\\s(?:(?:has|have|had|was|were|is|are|who|also|later|then|reportedly|[a-z]+ly)\\s){0,3}(?:${VERBS.replaceAll(' ', '|')})(?:\\s(?!and\\b|with\\b|or\\b|than\\b|that\\b|the\\b|whether\\b|if\\b)[a-z]+){0,3}\\s$`,
);
const MAX_DISTANCE = 80;

/** Swaps subject and object of a relation: "Ann sued Ben" becomes "Ben sued Ann". */
export const plantSwappedRoles: Planter = (sentence, { evidence }) => {
  const names = findCandidates(sentence, evidence);
  return names.slice(1).flatMap((object, index): Change[] => {
    const subject = names[index];
    if (subject === undefined || subject.text.includes(object.text) || object.text.includes(subject.text))
      return [];
    const between = sentence.slice(subject.end, object.start);
    const isJourney = /\bfrom\s$/.test(sentence.slice(0, subject.start)) && between === ' to ';
    if (!isJourney && !isRelation(sentence, subject, object, between)) return [];
    if (followsWithin(evidence.text, object.text, subject.text)) return [];
    return [{ start: subject.start, end: object.end, replacement: object.text + between + subject.text }];
  });
};

function isRelation(sentence: string, subject: Span, object: Span, between: string): boolean {
  const beginsClause = /(?:^|[,;:]\s|\bthat\s)$/.test(sentence.slice(0, subject.start));
  const isInList = /^(?:['’]|\s?(?:,|and|or)\s)/.test(sentence.slice(object.end));
  return beginsClause && !isInList && RELATION.test(between);
}

type Span = Pick<Name, 'text' | 'start' | 'end'>;

/** Names of any kind: persons, places and organizations can all be subjects here. */
function findCandidates(sentence: string, evidence: EvidenceText): Span[] {
  const ofKnownKind = findNames(sentence);
  const capitalized = [...sentence.matchAll(/(?<![\p{L}\d'’.-])\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)*(?![.-])/gu)]
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(
      (span) =>
        !span.text.split(' ').some((word) => notNames.has(word)) && isNameInside(evidence.text, span.text),
    )
    .filter((span) => ofKnownKind.every((name) => span.end <= name.start || span.start >= name.end));
  return [...ofKnownKind, ...capitalized].sort((a, b) => a.start - b.start);
}

/** Whether the evidence has it after a lower-case word: then it is always a name. */
function isNameInside(evidence: string, text: string): boolean {
  const at = evidence.search(new RegExp(`[a-z,] ${text}\\b`));
  return at !== -1;
}

function followsWithin(evidence: string, first: string, second: string): boolean {
  for (let at = evidence.indexOf(first); at !== -1; at = evidence.indexOf(first, at + 1)) {
    if (evidence.slice(at, at + first.length + MAX_DISTANCE).includes(second)) return true;
  }
  return false;
}
