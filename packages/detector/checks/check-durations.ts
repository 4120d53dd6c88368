import type { Evidence } from '../evidence/evidence';
import { isWithin } from '../text/regions';
import { type DurationMention, scanDurations } from '../values/durations';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

/**
 * Durations in any unit of time and in words of any language that is read: those that the evidence has, and those of a
 * number that is in its times of day alone.
 */
export function checkDurations(text: string, evidence: Evidence): ValueVerdict {
  const durations = scanDurations(text);
  if (durations.length === 0) return { findings: [], supported: [] };
  const evidenceKeys = new Set(evidence.durations.mentions.map(({ key }) => key));
  const [supported, others] = [true, false].map((is) =>
    durations.filter(({ key }) => evidenceKeys.has(key) === is),
  ) as [DurationMention[], DurationMention[]];
  return {
    findings: evidenceKeys.size === 0 ? [] : others.flatMap((one) => checkAgainstTimes(one, text, evidence)),
    supported,
  };
}

/** "14 Tage" where the evidence has "14 Uhr" and other durations. */
function checkAgainstTimes(
  { start, end, amount }: DurationMention,
  text: string,
  evidence: Evidence,
): Finding[] {
  const { numbers, times } = evidence;
  const same = numbers.measures.withValue(amount);
  const [first] = same;
  if (first === undefined || !same.every((number) => isWithin(times.mentions, number.start))) return [];
  const [literal, time] = [text.slice(start, end), evidence.text.slice(first.start, first.end)];
  const explanation = `The evidence has ${quote(time)} in a time of day only, not ${quote(literal)}.`;
  return [
    { start, end, kind: 'fabrication', explanation, confidence: checkConfidence.number, evidence: [first] },
  ];
}
