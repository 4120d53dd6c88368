import type { Finding } from '../checks/finding';
import { findWordsWithin } from '../evidence/reply-words';
import { findWholeWords } from '../evidence/whole-words';
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
