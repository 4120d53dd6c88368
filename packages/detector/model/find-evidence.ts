import type { Finding } from '../checks/finding';
import { findWordsWithin } from '../evidence/reply-words';
import type { Region } from '../text/regions';
import { listNearestPlaces } from './explain-words';
import type { JudgedReply } from './features/judged-reply';

/**
 * The places that a finding names, each where the units nearest to its words have the same text, if one of them does;
 * the nearest unit for a finding that names none. `text` is all of the evidence.
 */
export function findEvidence(
  judgedReply: JudgedReply,
  { start, end, evidence }: Finding,
  text: string,
): readonly Region[] {
  const words = findWordsWithin(judgedReply.reply, start, end);
  if (words.to === words.from) return evidence;
  const nearest = listNearestPlaces(judgedReply, words);
  if (evidence.length === 0) return nearest.slice(0, 1);
  return evidence.map((place) => {
    const literal = text.slice(place.start, place.end);
    const same = nearest.map((unit) => findWholeWords(text, literal, unit));
    return same.find((region) => region !== null) ?? place;
  });
}

/** Before and after it, words and numbers end: "3" is a whole one in "3 km", but in neither "3.5", "13" nor "x3". */
const ENDS_IN_WORD = /[\p{L}\p{N}]$|\p{N}[.,:/-]$/u;
const BEGINS_IN_WORD = /^(?:[\p{L}\p{N}]|[.,:/-]\p{N})/u;

/** Where `text` first has `words` within the region, not as a part of a longer word or number; null without such. */
export function findWholeWords(text: string, words: string, region: Region): Region | null {
  const searched = text.slice(region.start, region.end);
  for (let at = searched.indexOf(words); at !== -1; at = searched.indexOf(words, at + 1)) {
    const [start, end] = [region.start + at, region.start + at + words.length];
    const isInWord =
      ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)) ||
      BEGINS_IN_WORD.test(text.slice(end, end + 2));
    if (!isInWord) return { start, end };
  }
  return null;
}
