import { scanSentences } from '../base/sentences';
import { type Region, scanMatches } from '../text/regions';

/** A part of a sentence that says one thing, at UTF-16 offsets, with its words as they are compared. */
export interface Clause extends Region {
  /** In lower case, words only, one space between them, straight apostrophes. */
  words: string;
  /** Where it is said: the mark or conjunction before it. */
  opener: string;
  /** No mark is before it: "tell me which one". */
  isJoined: boolean;
}

export interface ClausedSentence extends Region {
  clauses: Clause[];
  isQuestion: boolean;
  /** Ends in a colon: what follows belongs to it. */
  isIntroduction: boolean;
}

/** Marks, and conjunctions after which a clause may state something regardless of what was said before. */
const BREAK = new RegExp(
  [
    String.raw`[;:](?=[\s*_])|,(?=["'”’]?\s)|\s[–—-]{1,2}(?=\s)|—|[.!?](?=["'”’)\]*_]{1,3}\s)|\((?=\S)|\)`,
    String.raw`(?=\s(?:because|although|though|whereas|but|which|who|whose)\s)`,
    String.raw`(?=\s(?:and|so|as|since|while)\s(?:the|this|that|these|those|it|its|he|she|they|we|you|your|our|my|his|her|their|there|i|i['’]ll)\s)`,
    String.raw`(?<=\b(?:understand|see|confirm|inform|regret|afraid|sorry|apologi[sz]e|sure|aware|certain|glad|happy|pleased|tell|appreciate|assured?|note)(?: you)?)\s(?=that\s)`,
  ].join('|'),
  'gi',
);
/** The stop of "9 p.m." ends a sentence too, where a capital letter is next. */
const HALF_DAY_END = /\.(?<=\b[ap]\.m\.)(?=\s\p{Lu})/gu;
const CONJUNCTION = /^(?:because|although|though|whereas|but|which|who|whose|that|and|so|as|since|while)\b/;
const MAX_WORDS_LENGTH = 400;
const MARKUP = /[*_#>`~|“”"()[\]]+/g;

/** The sentences of a text with their clauses; a line is at most a sentence. */
export function scanClauses(text: string): ClausedSentence[] {
  return scanSentences(text).map(({ start, end, text: sentence }) => {
    const breaks = [...scanMatches(sentence, BREAK), ...scanMatches(sentence, HALF_DAY_END)].sort(
      (one, other) => one.start - other.start,
    );
    const places = [0, ...breaks.map((match) => match.end), sentence.length];
    const clauses = places
      .slice(1)
      .map((to, index): Clause => {
        const from = places[index] as number;
        const words = normalizeClause(sentence.slice(from, to));
        const mark = sentence.slice(breaks[index - 1]?.start ?? 0, from).trim();
        const opener = CONJUNCTION.exec(words)?.[0] ?? mark;
        const isJoined = index > 0 && /[\p{L}\p{N}]/u.test(sentence.charAt(from - 1));
        return { start: start + from, end: start + to, words, opener, isJoined };
      })
      .filter(({ words }) => words !== '');
    return {
      start,
      end,
      clauses,
      isQuestion: /\?["'”’)\]*_]{0,3}$/.test(sentence),
      isIntroduction: /:[*_]{0,2}$/.test(sentence),
    };
  });
}

const normalizeClause = (clause: string): string =>
  clause
    .slice(0, MAX_WORDS_LENGTH)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(MARKUP, ' ')
    .replace(/[^\p{L}\p{M}\p{N}'%$€£.-]+/gu, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
