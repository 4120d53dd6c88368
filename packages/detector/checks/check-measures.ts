import type { NumberIndex } from '../evidence/number-index';
import type { WrittenRegion } from '../text/regions';
import { type MeasuredNumber, measureNumbers } from '../values/measures';
import type { NumberedText } from '../values/numbers';
import { isSmallCount } from './check-numbers';
import { checkConfidence, type Finding, quote } from './finding';

/** Time between two events, worked out from their dates, and idioms such as "seven days a week". */
const NO_MEASURE = /^\s(?:later|earlier|before|after|ago|apart|a (?:day|week))\b/i;
const MAX_AFTER_LENGTH = 9;

/**
 * Numbers of the reply that the evidence has, but always in another unit or currency: "5 miles" where it has "5 km". A
 * number that it has without a unit too may be meant. And small numbers with a unit that it does not have at all:
 * without one they may count what it describes.
 */
export function checkMeasures(reply: NumberedText, evidence: NumberIndex): Finding[] {
  const said = measureNumbers(reply).filter(({ quantity }) => quantity !== null);
  if (said.length === 0) return [];
  return said.flatMap((mention): Finding[] => {
    const rivals = mention.values.flatMap((value) => evidence.measures.withValue(value));
    const isInOtherUnit = rivals.length > 0 && rivals.every((rival) => isRival(rival, mention));
    const [nearest] = rivals;
    if (isInOtherUnit && nearest !== undefined) {
      const { start, end } = nearest;
      return [toFinding(reply, mention, { start, end, text: evidence.text.slice(start, end) })];
    }
    return isAbsent(reply, mention, evidence) ? [toFinding(reply, mention, null)] : [];
  });
}

/** Whether it is a small number of something that the evidence has in no form; `checkNumbers` sees to the large ones. */
function isAbsent({ text }: NumberedText, { end, values }: MeasuredNumber, evidence: NumberIndex): boolean {
  return (
    values.every((value) => isSmallCount(value) && !evidence.hasRounded(value, 1)) &&
    !NO_MEASURE.test(text.slice(end, end + MAX_AFTER_LENGTH))
  );
}

/** `other` is the number in another unit, which the evidence has. */
function toFinding(
  { text }: NumberedText,
  { start, end }: MeasuredNumber,
  other: WrittenRegion | null,
): Finding {
  const instead = other === null ? '' : ` but ${quote(other.text)}`;
  return {
    start,
    end,
    kind: 'fabrication',
    explanation: `The evidence does not have ${quote(text.slice(start, end))}${instead}.`,
    confidence: other === null ? checkConfidence.number : checkConfidence.measure,
    evidence: other === null ? [] : [other],
  };
}

const isRival = (rival: MeasuredNumber, { quantity, unit }: MeasuredNumber): boolean =>
  rival.quantity === quantity && rival.unit !== unit;
