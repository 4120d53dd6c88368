import type { NumberedText, NumberIndex, NumberMention } from './numbers';

/** Words and signs that go with numbers worked out from others: "36 in total", "63 years later", "so 2,500". */
const WORKED_OUT =
  /\b(?:total|altogether|sums?|makes?|making|left|remain(?:s|ing)?|difference|more|less|fewer|later|earlier|after|older|younger|each|per|times|twice|double|average|equals?|so|therefore|thus)\b|[=+×]/i;
const SENTENCE_END = /[.!?](?=\s)|\n/g;
const LONGEST_BEFORE = 160;
const LONGEST_AFTER = 80;
/** Of more numbers some two make any other. */
const MOST_KNOWN = 40;
const MOST_OPERANDS = 6;
/** Later ones of a text are not looked at: it may have nothing but numbers. */
const MOST_LOOKED_AT = 200;

/** Numbers of a reply that it works out, in one step, from a number of the same sentence and another one. */
export class DerivedNumbers {
  private left = MOST_LOOKED_AT;

  constructor(
    private readonly reply: NumberedText,
    private readonly evidence: NumberIndex,
  ) {}

  /** Whether the sentence says that the number is worked out, and a sum, difference, product, quotient or share gives it. */
  has(mention: NumberMention): boolean {
    if (this.left === 0 || this.evidence.count > MOST_KNOWN) return false;
    this.left -= 1;
    const { start, end } = sentenceAround(this.reply.text, mention);
    if (!WORKED_OUT.test(this.reply.text.slice(start, end))) return false;
    const earlier = new Set(this.valuesOf((other) => other.end <= mention.start));
    const isKnown = (value: number): boolean => this.evidence.has(value) || earlier.has(value);
    const operands = this.valuesOf((other) => other !== mention && other.start >= start && other.end <= end)
      .filter(isKnown)
      .slice(0, MOST_OPERANDS);
    return mention.values.some((value) =>
      operands.some((operand) =>
        partnersOf(value, operand).some((partner) => partner > 1 && isKnown(partner)),
      ),
    );
  }

  private valuesOf(isMeant: (mention: NumberMention) => boolean): number[] {
    return this.reply.mentions.filter(isMeant).flatMap(({ values }) => values);
  }
}

/** What gives `value` together with `operand`. */
const partnersOf = (value: number, operand: number): number[] =>
  [
    value - operand,
    operand - value,
    value + operand,
    value / operand,
    operand / value,
    value * operand,
    (100 * value) / operand,
    (value * operand) / 100,
  ].map((partner) => Number(partner.toPrecision(12)));

function sentenceAround(text: string, { start, end }: NumberMention): { start: number; end: number } {
  const from = Math.max(0, start - LONGEST_BEFORE);
  const before = [...text.slice(from, start).matchAll(SENTENCE_END)].at(-1);
  const after = text.slice(end, end + LONGEST_AFTER).search(SENTENCE_END);
  return {
    start: before === undefined ? from : from + before.index + 1,
    end: after === -1 ? end + LONGEST_AFTER : end + after,
  };
}
