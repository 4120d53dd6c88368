import { scanSentences } from '../base/sentences';
import { listNormalizedWords } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { smallNumerals } from '../gazetteers/number-words';
import { findMatches, findRegionAt, type Region } from '../text/regions';
import type { NumberedText, NumberMention } from '../values/numbers';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

const PARTS: Readonly<Record<string, number>> = {
  ...{ half: 2, halve: 2, third: 3, quarter: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 },
};
const FRACTION =
  /\b(?:(?:about|around|nearly|almost|just\s(?:over|under)|roughly|approximately|some)\s)?(a|one|two|three|four)[\s-](half|halve|third|quarter|fifth|sixth|eighth|tenth)s?\sof\s(?!(?:an?\s)?(?:hour|minute|year|century|mile|19|20))/giu;
/** Between the part and the whole: "637 of 850", "637 out of the 850". */
const OUT_OF = /^\s(?:out\s)?of\s(?:(?:the|its|our|your|their|all)\s)?$/;
/** What a fraction in words may be off by, as a share of the whole. */
const TOLERANCE = 0.03;
const MAX_FRACTIONS = 20;
/** Of so few numbers any two may be meant. */
const MAX_NUMBERS = 6;

interface Fraction extends Region {
  value: number;
  text: string;
}

/**
 * Fractions in words: right where two counts of their sentence, or of the few that the evidence has, give them, and found
 * where the sentence has two counts that give another one, which the evidence does not name.
 */
export function checkFractions(reply: NumberedText, evidence: Evidence): ValueVerdict {
  const fractions = scanFractions(reply.text);
  const verdict: ValueVerdict = { findings: [], supported: [] };
  if (fractions.length === 0) return verdict;
  const sentences = scanSentences(reply.text);
  const inOrder = reply.mentions.toSorted((one, other) => one.start - other.start);
  for (const fraction of fractions) {
    const sentence = findRegionAt(sentences, fraction.start) ?? fraction;
    const own = listShares(reply.text, inOrder, sentence);
    const shares = own.length > 0 ? own : listFew(evidence);
    if (shares.some((share) => Math.abs(share - fraction.value) <= TOLERANCE))
      verdict.supported.push(fraction);
    else if (own.length === 1 && !isNamed(fraction, evidence) && isAlone(fraction, fractions, sentence))
      verdict.findings.push(toFinding(fraction, own[0] as number));
  }
  return verdict;
}

const scanFractions = (text: string): Fraction[] =>
  Array.from(findMatches(text, FRACTION, 0))
    .slice(0, MAX_FRACTIONS)
    .map(({ 0: literal, 1: count = '', 2: part = '', index }) => ({
      start: index,
      end: index + literal.trimEnd().length,
      text: literal.trimEnd(),
      value: (smallNumerals.get(count.toLowerCase()) ?? 1) / (PARTS[part.toLowerCase()] as number),
    }));

const isCount = ({ values, isPercent, isPartOfWord }: NumberMention): boolean =>
  !isPercent && !isPartOfWord && Number.isInteger(values[0]);

function listShares(text: string, inOrder: readonly NumberMention[], { start, end }: Region): number[] {
  return inOrder.flatMap((mention, index) => {
    const whole = inOrder[index + 1];
    if (whole === undefined || mention.start < start || whole.end > end) return [];
    const isShare = isCount(mention) && isCount(whole) && OUT_OF.test(text.slice(mention.end, whole.start));
    return isShare ? divide(mention.values[0] as number, whole.values[0] as number) : [];
  });
}

const divide = (part: number, whole: number): number[] => (part > 0 && part <= whole ? [part / whole] : []);

function listFew({ numbers }: Evidence): number[] {
  if (numbers.count > MAX_NUMBERS) return [];
  const values = numbers.measures.all().map(({ values: [value = 0] }) => value);
  return values.flatMap((part) => values.flatMap((whole) => (part === whole ? [] : divide(part, whole))));
}

/** Whether the evidence has a fraction of such parts, of something else perhaps. */
const isNamed = ({ text }: Fraction, { words }: Evidence): boolean =>
  listNormalizedWords(text).some((word) => PARTS[word.replace(/s$/, '')] !== undefined && words.has(word));

const isAlone = (fraction: Fraction, all: readonly Fraction[], { start, end }: Region): boolean =>
  all.every((other) => other === fraction || other.start < start || other.start >= end);

function toFinding({ start, end, text }: Fraction, share: number): Finding {
  return {
    start,
    end,
    kind: 'reasoning_error',
    explanation: `The numbers of the sentence give ${Math.round(100 * share)} %, not ${quote(text.replace(/\sof$/, ''))}.`,
    confidence: checkConfidence.formula,
    evidence: [],
  };
}
