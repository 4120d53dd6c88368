import { checkConfidence, type Finding, quoted } from './finding';
import { type MeasuredNumber, measureNumbers } from './measures';
import type { NumberedText } from './numbers';

/**
 * Numbers of the reply that the evidence has, but always in another unit or currency: "5 miles" where it has "5 km".
 * A number that it has without a unit too may be meant.
 */
export function checkMeasures(reply: NumberedText, evidence: NumberedText): Finding[] {
  const said = measureNumbers(reply).filter(({ quantity }) => quantity !== null);
  if (said.length === 0) return [];
  const known = indexByValue(measureNumbers(evidence));
  return said.flatMap((mention): Finding[] => {
    const rivals = mention.values.flatMap((value) => known.get(value) ?? []);
    const isInOtherUnit = rivals.length > 0 && rivals.every((rival) => isRival(rival, mention));
    const [nearest] = rivals;
    if (!isInOtherUnit || nearest === undefined) return [];
    const own = reply.text.slice(mention.start, mention.end);
    const other = evidence.text.slice(nearest.start, nearest.end);
    return [
      {
        start: mention.start,
        end: mention.end,
        label: 'fabrication',
        explanation: `The evidence does not have ${quoted(own)} but ${quoted(other)}.`,
        confidence: checkConfidence.measure,
      },
    ];
  });
}

const isRival = (rival: MeasuredNumber, { quantity, unit }: MeasuredNumber): boolean =>
  rival.quantity === quantity && rival.unit !== unit;

/** By value, the first number in each unit: what repeats one without end must not be compared with each of them. */
function indexByValue(mentions: readonly MeasuredNumber[]): Map<number, MeasuredNumber[]> {
  const known = new Map<number, MeasuredNumber[]>();
  for (const mention of mentions) {
    for (const value of mention.values) {
      const same = known.get(value);
      if (same === undefined) known.set(value, [mention]);
      else if (!same.some((other) => isSameMeasure(other, mention))) same.push(mention);
    }
  }
  return known;
}

const isSameMeasure = (one: MeasuredNumber, other: MeasuredNumber): boolean =>
  one.quantity === other.quantity && one.unit === other.unit;
