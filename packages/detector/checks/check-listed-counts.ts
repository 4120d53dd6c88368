import { scanSentences } from '../base/sentences';
import { scanTokens } from '../base/tokens';
import { findFirst } from '../text/regions';
import type { NumberedText, NumberMention } from '../values/numbers';
import { checkConfidence, type Finding, quote } from './finding';

/** "six documents: a passport, a photo and a contract". */
const LIST = /^(?:\s\p{L}[\p{L}'’-]*){1,4}:\s+(\S[^:;()[\]\n]*)$/u;
const ITEM_END = /,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/;
/** A count of things of which each has a part or a description is not that of the commas. */
const DESCRIBES = /\b(?:which|who|that|with|each|both|including|such as|e\.g\.|etc|from|to|for)\b/i;
const MIN_ITEMS = 3;
const MAX_COUNT = 20;
const MAX_ITEM_WORDS = 4;

/** Counts of what the sentence itself lists after a colon, where it lists another number of things. */
export function checkListedCounts({ text, mentions }: NumberedText): Finding[] {
  const sentences = scanSentences(text);
  return mentions.flatMap((mention) => {
    const [count = 0] = mention.values;
    if (!Number.isInteger(count) || count < 2 || count > MAX_COUNT) return [];
    const sentence =
      sentences[findFirst(sentences.length, (at) => (sentences[at]?.end ?? 0) > mention.start)];
    const listed = sentence === undefined ? null : countListed(text.slice(mention.end, sentence.end));
    return listed === null || listed === count ? [] : [toFinding(text, mention, listed)];
  });
}

/** How many short things are listed; null for no list, or one whose items may be parts of one another. */
function countListed(after: string): number | null {
  const [, list] = LIST.exec(after) ?? [];
  if (list === undefined || DESCRIBES.test(list)) return null;
  const items = list.replace(/[.!?]+$/, '').split(ITEM_END);
  const isClear = items.every((item) => item.trim() !== '' && scanTokens(item).length <= MAX_ITEM_WORDS);
  return isClear && items.length >= MIN_ITEMS ? items.length : null;
}

const toFinding = (text: string, { start, end }: NumberMention, listed: number): Finding => ({
  ...{ start, end, kind: 'reasoning_error', evidence: [], confidence: checkConfidence.formula },
  explanation: `${listed} things are listed, not ${quote(text.slice(start, end))}.`,
});
