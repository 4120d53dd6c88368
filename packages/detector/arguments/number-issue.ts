import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentIssue, createIssue, createMentionIssue } from './argument-issue';
import { countsPeople } from './counted-people';
import type { Parameter } from './parameter';
import { PREFIXED_UNIT } from './stated-numbers';

const THOUSANDS = [1e3, 1e6, 1e-3, 1e-6];
/** What asks for a number in another scale: "in thousands", "power_kW". */
const SCALE = new RegExp(
  `(?<!\\p{L})(?:[Tt]housandths?|[Tt]housands?|[Mm]illionths?|[Mm]illions?|${PREFIXED_UNIT})(?!\\p{L})`,
  'u',
);
const CENTS = /\b(?:cents?|pence|pennies|(?:minor|smallest) (?:currency )?units?)\b/i;
const HUNDREDS = [100, 0.01];
const SHARE = /\b(?:percent|per cent|decimal|fraction|ratio|proportion|probability)/i;

/**
 * What speaks against a number, or null where the conversation or the schema supports it: as it is, in another unit,
 * as a code or as a default.
 */
export function findNumberIssue(
  value: number,
  parameter: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  const size = Math.abs(value);
  const { stated } = evidence;
  if (stated.states(size)) {
    if (value >= 0 || stated.hasNegative(size)) return null;
    return createIssue('otherSign', stated.nearest(size));
  }
  const { schema, meantCodes } = parameter;
  if (value >= 0 && schema.codes.some(({ code }) => code === value)) {
    if (meantCodes.length === 0 || meantCodes.some(({ code }) => code === value)) return null;
    return createMentionIssue(
      'otherCode',
      meantCodes.map(({ meaning }) => meaning),
      evidence,
    );
  }
  return hasOtherForm(size, parameter, evidence) ? null : findUnstatedIssue(value, parameter, evidence);
}

/** Whether the conversation has the number as a percentage, in groups, in another unit, in cents, or as the name of a month. */
function hasOtherForm(
  size: number,
  { schema, name, nameWords }: Parameter,
  evidence: ArgumentEvidence,
): boolean {
  const { stated, quantities, base } = evidence;
  const scaled = (factors: number[]): number[] =>
    factors.map((factor) => Number((size * factor).toPrecision(12)));
  const isScaled = SCALE.test(name) || SCALE.test(schema.description);
  const isInCents = CENTS.test(`${nameWords.join(' ')} ${schema.description}`);
  const isShare = SHARE.test(schema.description);
  return (
    scaled(HUNDREDS).some((value) => stated.hasPercent(value) || (isShare && stated.states(value))) ||
    evidence.grouped.has(String(size)) ||
    scaled(THOUSANDS).some((value) => (isScaled ? stated.states(value) : stated.hasPrefixed(value))) ||
    (isInCents && scaled([0.01]).some((value) => stated.states(value))) ||
    countsPeople(size, nameWords, base.text) ||
    quantities.hasConverted(size, nameWords, schema.description) ||
    (base.dates.hasMonth(size) && /month/i.test(schema.description))
  );
}

/** Zero, one and what the schema offers may be meant without being said, unless another number is. */
function findUnstatedIssue(
  value: number,
  { schema, mentionedChoices, nameWords }: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  const { stated } = evidence;
  const offer = schema.offers(value);
  if (offer === 'choice' && mentionedChoices.length > 0) {
    return createMentionIssue('otherChoice', mentionedChoices, evidence);
  }
  const isImplied = value === 0 || value === 1 || stated.implies(value);
  if (!isImplied && offer === null && !schema.describes(value)) {
    return createIssue('absentNumber', stated.nearest(Math.abs(value)));
  }
  const other = stated.findNextTo(nameWords);
  return other === null ? null : createIssue('otherNumber', [other]);
}
