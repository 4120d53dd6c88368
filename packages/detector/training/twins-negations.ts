import type { Change, Planter } from './twins-ground';

const DENIALS: Record<string, string> = {
  is: 'is not',
  are: 'are not',
  was: 'was not',
  were: 'were not',
  will: 'will not',
  can: 'cannot',
  'has been': 'has not been',
  'have been': 'have not been',
  'had been': 'had not been',
  began: 'did not begin',
  became: 'did not become',
  broke: 'did not break',
  came: 'did not come',
  chose: 'did not choose',
  fell: 'did not fall',
  gave: 'did not give',
  grew: 'did not grow',
  knew: 'did not know',
  rose: 'did not rise',
  saw: 'did not see',
  spoke: 'did not speak',
  took: 'did not take',
  went: 'did not go',
  wrote: 'did not write',
  requires: 'does not require',
  contains: 'does not contain',
  includes: 'does not include',
  provides: 'does not provide',
  allows: 'does not allow',
  remains: 'does not remain',
  depends: 'does not depend',
};
const ASSERTIONS: Record<string, string> = {
  'is not': 'is',
  'are not': 'are',
  'was not': 'was',
  'were not': 'were',
  'will not': 'will',
  'did not': 'did',
  'does not': 'does',
  'do not': 'do',
  'has not': 'has',
  'have not': 'have',
  'could not': 'could',
  cannot: 'can',
  "isn't": 'is',
  "aren't": 'are',
  "wasn't": 'was',
  "weren't": 'were',
  "didn't": 'did',
  "doesn't": 'does',
  "don't": 'do',
  "can't": 'can',
  "won't": 'will',
};

const NEGATIVE =
  /\b(?:not|no|never|none|neither|nor|nothing|nobody|without|hardly|barely|cannot)\b|n['’]t\b/i;
/** Where either reading may be true, or where the opposite is not the negation. */
const HEDGED =
  /\b(?:if|whether|unless|may|might|could|would|or|allegedly|only|just|because|when|here|all|every|each|both|most|some|many)\b|\?/i;
/** Words that fit only under a negation, or whose sense it changes. */
const BOUND =
  /\b(?:any|anyone|anything|anymore|yet|either|until|ever|at all|but|not only|not just|because|necessarily)\b/i;
const anyOf = (phrases: Record<string, string>) =>
  new RegExp(
    `(?<=[\\p{L}\\d)"”,]\\s)(?:${Object.keys(phrases).join('|')})(?=\\s[\\p{Ll}\\d])(?!\\s(?:not|to)\\b)`,
    'gu',
  );
const DENIABLE = anyOf(DENIALS);
const ASSERTABLE = anyOf(ASSERTIONS);

/** "is" becomes "is not", "took" "did not take", and the reverse; "no injuries" becomes "some injuries". */
export const plantNegations: Planter = (sentence) => {
  if (HEDGED.test(sentence)) return [];
  if (!NEGATIVE.test(sentence)) return replaceEach(sentence, DENIABLE, (phrase) => DENIALS[phrase]);
  if (BOUND.test(sentence) || (sentence.match(new RegExp(NEGATIVE, 'gi'))?.length ?? 0) > 1) return [];
  return [
    ...replaceEach(sentence.replaceAll('’', "'"), ASSERTABLE, (phrase) => ASSERTIONS[phrase]),
    ...replaceEach(sentence, /(?<=\s)no(?=\s[a-z]+s\b(?<!less|this|plans))/g, () => 'some'),
  ];
};

function replaceEach(
  sentence: string,
  pattern: RegExp,
  other: (phrase: string) => string | undefined,
): Change[] {
  return [...sentence.matchAll(pattern)].flatMap(({ 0: phrase, index }) => {
    const replacement = other(phrase);
    const isOfTwo = /\b(?:the|a|his|her|their|free|what|who|as|than)\s$/i.test(sentence.slice(0, index));
    return replacement === undefined || isOfTwo
      ? []
      : [{ start: index, end: index + phrase.length, replacement }];
  });
}
