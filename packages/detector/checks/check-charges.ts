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
export function checkCharges(judged: AlignedReply, question: string): Finding[] {
  const { reply, evidence } = judged;
  return reply.sentences.flatMap((range, index): Finding[] => {
    const text = reply.text.slice(reply.starts[range.from], reply.ends[range.to - 1]);
    const isFree = FREE.test(text);
    if ((!isFree && !CHARGED.test(text)) || text.length > MAX_LENGTH) return [];
    if (LIMITED.test(text) || (isFree && listNormalizedWords(text).some(isNegation))) return [];
    const said = listSubject(text);
    const { best } = judged.alignments.sentences[index] as Alignment;
    const about = best
      .filter(({ unit }) => isAsserted(judged, unit, question))
      .map(({ unit }) => ({ unit, known: evidence.textOf(unit) }))
      .filter(
        ({ known }) => known.length <= MAX_LENGTH && countShared(said, listSubject(known)) >= MIN_SHARED,
      );
    const isContrary = (known: string): boolean =>
      isFree ? hasPrice(known) : saysFree(known) && !hasPrice(known);
    const isSame = (known: string): boolean => saysFree(known) === isFree || LIMITED.test(known);
    const contrary = about.find(({ known }) => isContrary(known));
    if (contrary === undefined || about.some(({ known }) => isSame(known))) return [];
    const { 0: written, index: at } = (isFree ? FREE : CHARGED).exec(text) as RegExpExecArray;
    const start = (reply.starts[range.from] as number) + at;
    const finding = toReversal(
      judged,
      { first: range.from, last: range.to - 1, unit: contrary.unit },
      'The evidence says otherwise',
    );
    return [{ ...finding, start, end: start + written.length }];
  });
}

const saysFree = (text: string): boolean => FREE.test(text) || NO_CHARGE.test(text);

const hasPrice = (text: string): boolean =>
  readValues(text).some(({ measured: { quantity }, value }) => quantity === 'money' && value > 0);

const listSubject = (text: string): Set<string> =>
  new Set(listContentStems(text).filter((one) => !CHARGE.has(one)));
