import { normalizeWord, stem } from '../base/tokens';
import { isYearLike } from './numbers';

/** A scale that a request sets for a value of the reply: "a score from 0 to 1", "CONFIDENCE: <1-10>". */
export interface AskedScale {
  /** Stem of what is rated. */
  name: string;
  from: number;
  to: number;
}

const NUMBER = '(\\d{1,4}(?:\\.\\d{1,3})?)';
const SCALE = new RegExp(
  `(\\p{L}{3,20})["']?(?:[\\s:=(<[]|\\b(?:from|between|of|on|a|an|the|in|scale|range|as|number|integer|float)\\b){0,8}?` +
    `(?<![\\d.])${NUMBER}\\s?(?:-|–|to|and|\\.\\.\\.?|through)\\s?${NUMBER}(?![\\d%])`,
  'giu',
);
const HAS_RANGE = /\d\s?(?:-|–|to|and|\.\.|through)\s?\d/i;
const REQUESTS =
  /\b(?:answer|return|give|rate|score|classify|end|output|respond|reply|json|provide|assign|grade|label|evaluate|include|add)\b/i;
/** Words before a range that name nothing. */
const UNNAMED = new Set(['from', 'between', 'scale', 'range', 'number', 'integer', 'float', 'the']);
const SENTENCE = /[^.!?\n]+(?:\.\d[^.!?\n]*)*/g;
/** What is rated, right before its value: `"score": 0.9`, "Confidence: 7", "urgency is 3". */
const NAMED = /(\p{L}{3,20})["'*_]{0,3}\s?(?::|=|is|of)\s?["'*_]{0,3}$/iu;
const MAX_NAME_LENGTH = 32;

/** The scales of a request, whose sentence says what the reply has to give. */
export const scanAskedScales = (request: string): AskedScale[] =>
  ((HAS_RANGE.test(request) && request.match(SENTENCE)) || [])
    .filter((sentence) => HAS_RANGE.test(sentence) && REQUESTS.test(sentence))
    .flatMap((sentence) =>
      [...sentence.matchAll(SCALE)].flatMap(([, name = '', from, to]) =>
        UNNAMED.has(name.toLowerCase()) || isYearLike(Number(to))
          ? []
          : [{ name: stem(normalizeWord(name)), from: Number(from), to: Number(to) }],
      ),
    );

/** Whether a value that follows `before` is one of the scales. */
export function isOnScale(value: number, before: string, scales: readonly AskedScale[]): boolean {
  const [, word = ''] = NAMED.exec(before.slice(-MAX_NAME_LENGTH)) ?? [];
  const name = stem(normalizeWord(word));
  return scales.some((scale) => scale.name === name && value >= scale.from && value <= scale.to);
}
