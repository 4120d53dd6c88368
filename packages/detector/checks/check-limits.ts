import { stem } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import type { NumberedText } from '../values/numbers';
import { isSameUnit, type MeasuredNumber, measureNumbers } from '../values/quantities';
import { listContentStems } from '../values/typed-values';
import { checkConfidence, type Finding, quote } from './finding';

/** How far a value may go: up to it, or from it on. "More than two" may be what holds beyond a limit of two. */
type Direction = 'max' | 'min';

const UPPER_BEFORE =
  /\b(?:up to|at most|no more than|not more than|a maximum of|maximum|max\.?|at the most|limited to|no longer than|not exceeding)\s(?:an?\s)?\S{0,3}$/i;
const LOWER_BEFORE =
  /\b(?:at least|at the least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|minimum|min\.?)\s(?:an?\s)?\S{0,3}$/i;
const UPPER_AFTER = /^(?:\s\p{L}+){0,2}\s(?:or (?:less|fewer)|at most|at the most|maximum)\b/iu;
const LOWER_AFTER = /^(?:\s\p{L}+){0,2}\s(?:or (?:more|older|longer|above|over)|at least|minimum)\b/iu;
const BEFORE_EVENT = /^[^.!?\n]{0,12}?\b(?:before|prior|ahead|in advance|earlier|notice)\b/i;
const MAX_LEAD = 32;
const MAX_REST = 32;
const MAX_FINDINGS = 10;
const MAX_NOUN_DISTANCE = 48;
const LIMITING = new Set(
  'least most more less fewer maximum minimum limit exceed must may can need'.split(' ').map(stem),
);

/** "At least two" of what the evidence allows up to two of, and the reverse. */
export function checkLimits(
  { text, mentions }: NumberedText,
  evidence: Evidence,
  question: string,
): Finding[] {
  const limited = measureNumbers({ text, mentions }).flatMap((claim) => {
    const direction = readDirection(text, claim);
    return direction === null ? [] : [{ claim, direction }];
  });
  return limited.slice(0, MAX_FINDINGS).flatMap(({ claim, direction }): Finding[] => {
    const measures = evidence.numbers.measures
      .all()
      .filter(
        (other) => other.values[0] === claim.values[0] && isSameThing(text, claim, evidence.text, other),
      );
    const [first] = measures;
    if (first === undefined || isAsked(question, evidence.text, measures)) return [];
    const isOther = measures.every((other) => {
      const own = readDirection(evidence.text, other);
      return own !== null && own !== direction;
    });
    if (!isOther) return [];
    const start = claim.start - leadOf(text, claim);
    return [
      {
        ...{ start, end: claim.end, kind: 'reasoning_error', confidence: checkConfidence.reversal },
        explanation: `The evidence limits this the other way: ${quote(evidence.text.slice(first.start - leadOf(evidence.text, first), first.end + MAX_REST))}.`,
        evidence: [{ start: first.start, end: first.end }],
      },
    ];
  });
}

function readDirection(text: string, { start, end }: MeasuredNumber): Direction | null {
  const before = text.slice(Math.max(0, start - MAX_LEAD), start);
  const after = text.slice(end, end + MAX_REST);
  // "Up to" and "at least" two days before an event are the same.
  if (BEFORE_EVENT.test(after)) return null;
  const isMax = UPPER_BEFORE.test(before) || UPPER_AFTER.test(after);
  const isMin = LOWER_BEFORE.test(before) || LOWER_AFTER.test(after);
  return isMax === isMin ? null : isMax ? 'max' : 'min';
}

/** Characters of the words before a value that limit it. */
function leadOf(text: string, { start }: MeasuredNumber): number {
  const before = text.slice(Math.max(0, start - MAX_LEAD), start);
  return (UPPER_BEFORE.exec(before) ?? LOWER_BEFORE.exec(before))?.[0].length ?? 0;
}

/** Whether one of them is the user's own limit, of whom the reply may say what is beyond it. */
const isAsked = (question: string, source: string, measures: readonly MeasuredNumber[]): boolean =>
  measures.some(({ start, end }) => question.includes(source.slice(start, end)));

/** Whether both have one unit, if any, and are next to one noun. */
function isSameThing(text: string, claim: MeasuredNumber, source: string, other: MeasuredNumber): boolean {
  if (claim.quantity !== other.quantity || (claim.quantity !== null && !isSameUnit(claim, other)))
    return false;
  const [nouns, evidenceNouns] = [listNouns(text, claim), listNouns(source, other)];
  return nouns.some((noun) => evidenceNouns.includes(noun));
}

/** Stems of the words around a value in its sentence. */
function listNouns(text: string, { start, end }: MeasuredNumber): string[] {
  const before = text
    .slice(Math.max(0, start - MAX_NOUN_DISTANCE), start)
    .split(/[.!?;\n]/)
    .at(-1) as string;
  const after = text.slice(end, end + MAX_NOUN_DISTANCE).split(/[.!?;\n]/, 1)[0] as string;
  return listContentStems(`${before} ${after}`).filter((one) => !LIMITING.has(one));
}
