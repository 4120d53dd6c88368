import { countShared } from '../base/sets';
import { listNormalizedWords, stem } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { Alignment } from '../evidence/alignment';
import { isNegation } from '../gazetteers/modifiers';
import { readValues } from '../values/stated-values';
import { listContentStems } from '../values/typed-values';
import type { Finding } from './finding';
import { isAsserted, toReversal } from './reversals';

const FREE =
  /\b(?:free of charge|for free|complimentary|at no (?:extra |additional )?(?:cost|charge)|(?:is|are|be|for|it['’]s|they['’]re) free(?: of charge)?)\b(?! (?:of|from|after|until|till|at|between|on|before|this|next|today|tomorrow|again|to)\b)/i;
/** Other words for what is free. */
const NO_CHARGE =
  /\b(?:pays? nothing|no (?:extra |additional )?(?:charge|fee|cost)|waived|without (?:charge|cost))\b|[$€£]\s?0(?![\d.,]*[1-9])/i;
const CHARGED =
  /\b(?:(?:for|against) (?:a|an extra|an additional|a small) (?:fee|charge)|at (?:a|an extra|an additional) (?:cost|charge|fee)|not free|isn['’]t free|aren['’]t free)\b/i;
/** What is free on a condition, or up to some amount, may cost something all the same. */
const LIMITED = /\b(?:if|when|unless|until|first|over|above|within|members?|children|under|included)\b/i;
const MAX_LENGTH = 300;
const MIN_SHARED = 2;
/** Words of charging itself. */
const CHARGE = new Set('free charge fee cost complimentary price pay ride person extra'.split(' ').map(stem));

/** "Free of charge" of what the evidence gives a price of, and "for a fee" of what it says is free. */
export function checkCharges(alignedReply: AlignedReply, question: string): Finding[] {
  const { reply, evidence } = alignedReply;
  return reply.sentences.flatMap((range, index): Finding[] => {
    const text = reply.text.slice(reply.starts[range.from], reply.ends[range.to - 1]);
    const isFree = FREE.test(text);
    if ((!isFree && !CHARGED.test(text)) || text.length > MAX_LENGTH) return [];
    if (LIMITED.test(text) || (isFree && listNormalizedWords(text).some(isNegation))) return [];
    const subject = listSubject(text);
    const { best } = alignedReply.alignments.sentences[index] as Alignment;
    const about = best
      .filter(({ unit }) => isAsserted(alignedReply, unit, question))
      .map(({ unit }) => ({ unit, evidenceText: evidence.textOf(unit) }))
      .filter(
        ({ evidenceText }) =>
          evidenceText.length <= MAX_LENGTH && countShared(subject, listSubject(evidenceText)) >= MIN_SHARED,
      );
    const isContrary = (evidenceText: string): boolean =>
      isFree ? hasPrice(evidenceText) : saysFree(evidenceText) && !hasPrice(evidenceText);
    const isSame = (evidenceText: string): boolean =>
      saysFree(evidenceText) === isFree || LIMITED.test(evidenceText);
    const contrary = about.find(({ evidenceText }) => isContrary(evidenceText));
    if (contrary === undefined || about.some(({ evidenceText }) => isSame(evidenceText))) return [];
    const { 0: literal, index: at } = (isFree ? FREE : CHARGED).exec(text) as RegExpExecArray;
    const start = (reply.starts[range.from] as number) + at;
    const finding = toReversal(
      alignedReply,
      { first: range.from, last: range.to - 1, unit: contrary.unit },
      'The evidence says otherwise',
    );
    return [{ ...finding, start, end: start + literal.length }];
  });
}

const saysFree = (text: string): boolean => FREE.test(text) || NO_CHARGE.test(text);

const hasPrice = (text: string): boolean =>
  readValues(text).some(({ measured: { quantity }, value }) => quantity === 'money' && value > 0);

const listSubject = (text: string): Set<string> =>
  new Set(listContentStems(text).filter((one) => !CHARGE.has(one)));
