import { scanSentences } from '../base/sentences';
import { countShared } from '../base/sets';
import { listMeaningStems, stem } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { Alignment } from '../evidence/alignment';
import { NUMERALS, parseCount } from '../gazetteers/number-words';
import type { Finding } from './finding';
import { isAsserted, toReversal } from './reversals';

const COUNT = `\\d{1,4}|${NUMERALS}`;
/** "Seven of our eight shops". */
const PART = new RegExp(
  `\\b(?=\\w{1,12} of )(?<part>${COUNT}) of (?:the |our |its |their |all )?(?<whole>${COUNT}) (?<things>\\p{L}+)`,
  'giu',
);
/** "All of our shops", "each and every one of the shops". */
const ALL =
  /(?<!\b(?:almost|nearly|virtually|practically|not)\s)\b(?:all|every|each)(?: and every)?(?: single)?(?: one)?(?: of)? (?:(?:the|our|its|their|your) )?(?:\d+ )?(?<things>\p{L}+)/giu;
const ONLY =
  /\b(?:only|exclusively|solely)(?: available| open| meant)? (?:to|for|on) (?<items>[^.;:!?()]{3,80})/giu;
/** What follows may be a list of those for whom or when something is. */
const FOR = /\b(?:to|for|on)\s/g;
const JOINT = /,\s(?:and\s|or\s)?|\s(?:and|or)\s/;
const MAX_LENGTH = 400;
/** Words of a sentence that are also in the one it is compared with, besides the things themselves. */
const MIN_SHARED = 1;

/**
 * "All" of what the evidence says of some of a number, and "only" for a part of the items that a sentence of the evidence
 * lists: "only students" of "students, seniors and children".
 */
export function checkShares(alignedReply: AlignedReply, question: string): Finding[] {
  const { reply, evidence } = alignedReply;
  return reply.sentences.flatMap((range, index): Finding[] => {
    const alignment = alignedReply.alignments.sentences[index] as Alignment;
    const text = reply.text.slice(reply.starts[range.from], reply.ends[range.to - 1]);
    if (!/\b(?:all|every|each|only|exclusively|solely)\b/i.test(text) || text.length > MAX_LENGTH) return [];
    const wrong = alignment.best.find(({ unit }) => {
      const evidenceText = evidence.textOf(unit);
      return (
        evidenceText.length <= MAX_LENGTH &&
        isAsserted(alignedReply, unit, question) &&
        scanSentences(evidenceText).some(
          (sentence) => isPart(text, sentence.text) || isShortened(text, sentence.text),
        )
      );
    });
    if (wrong === undefined) return [];
    const [first, last] = [range.from, range.to - 1];
    return [
      toReversal(alignedReply, { first, last, unit: wrong.unit }, 'The evidence limits this otherwise'),
    ];
  });
}

/** Whether the reply says of all things what the evidence says of some. */
function isPart(replyText: string, evidenceText: string): boolean {
  const parts = [...evidenceText.matchAll(PART)].filter(
    ({ groups }) => parseCount(groups?.part ?? '') < parseCount(groups?.whole ?? ''),
  );
  if (parts.length === 0) return false;
  return [...replyText.matchAll(ALL)].some(({ groups: all }) =>
    parts.some(
      ({ groups }) =>
        stem((all?.things ?? '').toLowerCase()) === stem((groups?.things ?? '').toLowerCase()) &&
        countSharedStems(replyText, evidenceText, new Set([stem((all?.things ?? '').toLowerCase())])) >=
          MIN_SHARED,
    ),
  );
}

/** Whether "only" stands before a part of a list, next to which the evidence has one more item. */
function isShortened(replyText: string, evidenceText: string): boolean {
  if (/\b(?:only|exclusively|solely)\b/i.test(evidenceText)) return false;
  const lists = [...evidenceText.matchAll(FOR)].map(({ 0: { length }, index }) =>
    evidenceText
      .slice(index + length)
      .split(JOINT)
      .map(listStems),
  );
  return [...replyText.matchAll(ONLY)].some(({ groups }) => {
    const items = (groups?.items ?? '').split(JOINT).map(listStems);
    const wanted = new Set(items.flatMap((item) => [...item]));
    const isCut = (list: readonly ReadonlySet<string>[]): boolean =>
      list.length > items.length &&
      items.every((item, index) => item.size > 0 && isWithin(item, list[index] ?? item));
    return lists.some(isCut) && countSharedStems(replyText, evidenceText, wanted) >= MIN_SHARED;
  });
}

const isWithin = (item: ReadonlySet<string>, joint: ReadonlySet<string>): boolean =>
  [...item].every((word) => joint.has(word));

function countSharedStems(one: string, other: string, without: ReadonlySet<string>): number {
  const own = [...listStems(one)].filter((word) => !without.has(word));
  return countShared(own, listStems(other));
}

const listStems = (text: string): Set<string> => new Set(listMeaningStems(text));
