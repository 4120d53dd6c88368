import { JOINED_NUMBER } from './evidence-units';
import { firstWhere } from './first-where';
import { measureNumbers } from './measures';
import { scanMentions } from './mentions';
import type { Region } from './regions';

/** Links, dates, times, numbers and amounts of money of a text, in order and disjoint: none is wrong in a part only. */
export function scanWholeMentions(text: string): Region[] {
  const { links, dates, times, numbers } = scanMentions(text);
  const money = measureNumbers(numbers).filter(({ quantity }) => quantity === 'money');
  const joined = [...text.matchAll(JOINED_NUMBER)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const wholes: Region[] = [];
  const mentions = [...links, ...dates, ...times, ...numbers.mentions, ...money, ...joined];
  for (const { start, end } of mentions.sort((a, b) => a.start - b.start)) {
    const last = wholes.at(-1);
    if (last === undefined || start >= last.end) wholes.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return wholes;
}

/** The region with all of the mentions that it touches. */
export function coverWhole({ start, end }: Region, mentions: readonly Region[]): Region {
  const { length } = mentions;
  const first = mentions[firstWhere(length, (at) => (mentions[at] as Region).end > start)];
  const last = mentions[firstWhere(length, (at) => (mentions[at] as Region).start >= end) - 1];
  return { start: Math.min(start, first?.start ?? start), end: Math.max(end, last?.end ?? end) };
}
