import type { NumberIndex } from '../evidence/number-index';
import type { NumberedText, NumberMention } from '../values/numbers';

/** What says, right before a number, that it was worked out: "so EUR 2,500", "makes 36", "= 36". */
const LEADS_TO =
  /(?:\b(?:so|thus|therefore|makes?|totals?|totalling|equals?|average of|(?:total|sum|difference) (?:of|is))|=)\s(?:\S{1,12}\s)?\S{0,3}$/i;
/** And right after it: "31 eggs are left", "63 years later", "496 in total", "2 cents more than". */
const FOLLOWS =
  /^[^.!?\n]{0,16}?\b(?:left|remain(?:s|ing)?|later|earlier|older|younger|years? (?:after|before)|in total|in all|altogether|(?:more|less|fewer) than|times as)\b/i;
const MAX_CUE_LENGTH = 32;
// Not `sentencesOf`: the verdicts on derived numbers are fitted to these ends, abbreviations included.
const SENTENCE_END = /[.!?](?=\s)|\n/g;
const MAX_BEFORE_LENGTH = 160;
const MAX_AFTER_LENGTH = 80;
/** Of more numbers some two make any other. */
const MAX_KNOWN = 12;
const MAX_MENTIONS = 200;
const YEAR = /^(?:1\d|20)\d\d$/;

/** Numbers of a reply that it works out, in one step, from a number of the same sentence and another one. */
export class DerivedNumbers {
  private readonly isPossible: boolean;
  private readonly derived = new Set<number>();

  constructor(
    private readonly reply: NumberedText,
    private readonly evidence: NumberIndex,
  ) {
    this.isPossible = evidence.count <= MAX_KNOWN && reply.mentions.length <= MAX_MENTIONS;
  }

  /**
   * Whether words next to the number say that it was worked out, and a sum, difference, product, quotient or share of
   * numbers of the evidence, or of such as were worked out before, gives it.
   */
  has(mention: NumberMention): boolean {
    const { text } = this.reply;
    if (!this.isPossible || YEAR.test(mention.text.trim()) || !isSaidToBeDerived(text, mention)) return false;
    const { start, end } = findSentence(text, mention);
    const operands = this.reply.mentions
      .filter((other) => other !== mention && other.start >= start && other.end <= end)
      .flatMap(({ values }) => values)
      .filter((value) => this.isKnown(value));
    const value = mention.values.find((result) =>
      operands.some((operand) => listPartners(result, operand).some((partner) => this.isKnown(partner))),
    );
    if (value !== undefined) this.derived.add(value);
    return value !== undefined;
  }

  private isKnown(value: number): boolean {
    return value > 1 && (this.evidence.has(value) || this.derived.has(value));
  }
}

function isSaidToBeDerived(text: string, { start, end }: NumberMention): boolean {
  return (
    LEADS_TO.test(text.slice(Math.max(0, start - MAX_CUE_LENGTH), start)) ||
    FOLLOWS.test(text.slice(end, end + MAX_CUE_LENGTH))
  );
}

/** What gives `value` together with `operand`. */
const listPartners = (value: number, operand: number): number[] =>
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

function findSentence(text: string, { start, end }: NumberMention): { start: number; end: number } {
  const from = Math.max(0, start - MAX_BEFORE_LENGTH);
  const before = [...text.slice(from, start).matchAll(SENTENCE_END)].at(-1);
  const after = text.slice(end, end + MAX_AFTER_LENGTH).search(SENTENCE_END);
  return {
    start: before === undefined ? from : from + before.index + 1,
    end: after === -1 ? end + MAX_AFTER_LENGTH : end + after,
  };
}
