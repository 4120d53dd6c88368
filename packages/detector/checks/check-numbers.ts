import type { NumberIndex } from '../evidence/number-index';
import type { NumberedText, NumberMention } from '../values/numbers';
import { DerivedNumbers } from './derived-numbers';
import { checkConfidence, type Finding, quote } from './finding';

const HEDGE =
  /\b(?:about|around|nearly|almost|over|under|roughly|approximately|some|than|least|to|up)\s+[$€£]?$|[~≈]\s?$/i;
const REFERENCE =
  /\b(?:passages?|steps?|sections?|options?|documents?|sources?|figures?|tables?|pages?|parts?|items?|notes?|examples?|paragraphs?|answers?|questions?|points?|tips?|reviews?|no\.?)[\s#]+(?:\d+(?:,| and| or|-)\s*)?$|[[#]$/i;
/** A reply that states its length. */
const LENGTH_OF_REPLY =
  /^[\s-]?(?:or (?:less|fewer) )?(?:words?|sentences?|characters?|bullets?|paragraphs?)\b/i;
const MAX_SMALL_COUNT = 10;

/** Numbers of the reply that the evidence has in no form and that the reply does not work out. Counts up to ten are left to checks that can count. */
export function checkNumbers({ text, mentions }: NumberedText, evidence: NumberIndex): Finding[] {
  const findings: Finding[] = [];
  const derived = new DerivedNumbers({ text, mentions }, evidence);
  for (const mention of mentions) {
    if (mention.isPartOfWord || isSupported(mention, text, evidence) || derived.has(mention)) continue;
    const rival = evidence.rivalOf(mention.values[0] ?? 0);
    const nearest = rival === null ? '' : `; the nearest number there is ${quote(rival.text)}`;
    findings.push({
      start: mention.start,
      end: mention.end,
      kind: 'fabrication',
      explanation: `The number ${quote(mention.text)} is nowhere in the evidence${nearest}.`,
      confidence: checkConfidence.number,
      evidence: rival === null ? [] : [rival],
    });
  }
  return findings;
}

/** Whether a number without a unit may count what the evidence describes. */
export const isSmallCount = (value: number): boolean => Number.isInteger(value) && value <= MAX_SMALL_COUNT;

function isSupported(mention: NumberMention, text: string, evidence: NumberIndex): boolean {
  const before = text.slice(Math.max(0, mention.start - 24), mention.start);
  if (LENGTH_OF_REPLY.test(text.slice(mention.end, mention.end + 24))) return true;
  return mention.values.some((value) => {
    if (evidence.has(value)) return true;
    if (mention.isPercent) return value === 100 || evidence.has(value / 100);
    if (isSmallCount(value)) return true;
    if (REFERENCE.test(before)) return true;
    const isHedged = HEDGE.test(before);
    const precision = isHedged ? Math.max(mention.precision, computeTrailingUnit(value)) : mention.precision;
    return evidence.hasRounded(value, isHedged ? 2 * precision : precision);
  });
}

/** 100 for 1300, 1 for 1287: what "about 1300" may be off by. */
function computeTrailingUnit(value: number): number {
  let unit = 1;
  while (value >= unit * 10 && value % (unit * 10) === 0) unit *= 10;
  return unit;
}
