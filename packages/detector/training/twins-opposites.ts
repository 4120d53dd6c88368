import { type Change, keepsArticle, type Planter } from './twins-ground';

/** Each may replace the other. */
const OPPOSITES = `increase/decrease increased/decreased increases/decreases increasing/decreasing rise/fall rose/fell
higher/lower highest/lowest before/after opened/closed opens/closes more_than/less_than larger/smaller largest/smallest
longer/shorter longest/shortest older/younger oldest/youngest earlier/later early/late first/last won/lost win/lose
winning/losing above/below inside/outside indoor/outdoor indoors/outdoors northern/southern eastern/western male/female
men/women man/woman boys/girls boy/girl husband/wife father/mother son/daughter brother/sister positive/negative
public/private hot/cold warm/cool dry/wet high/low strong/weak accepted/rejected approved/rejected agreed_to/refused_to
allowed_to/forbidden_to supported/opposed supports/opposes good/bad better/worse best/worst success/failure
successful/unsuccessful possible/impossible likely/unlikely legal/illegal able_to/unable_to alive/dead
arrived/departed buy/sell bought/sold maximum/minimum at_least/at_most includes/excludes friendly/unfriendly
clean/dirty fast/slow faster/slower expensive/cheap is_open/is_closed are_open/are_closed
gained/lost started/ended soft/hard thick/thin easy/difficult north/south east/west`;
/** In one direction: each makes a true sentence false, which "some" for "all" would not. */
const AMOUNTS = `all_of_the/none_of_the all_the/none_of_the some_of_the/none_of_the most_of_the/none_of_the
each_of_the/none_of_the most/few many/few few/many several/no some/no numerous/few multiple/no
various/no always/never never/always often/rarely rarely/often usually/rarely typically/rarely frequently/rarely
commonly/rarely generally/rarely sometimes/never mostly/hardly mainly/hardly everyone/no_one nearly_all/few
the_majority_of/a_minority_of`;
/** They also occur where no plural noun follows; there the other amount does not fit. */
const BEFORE_PLURAL = new Set(['most', 'many', 'few', 'several', 'some', 'numerous', 'multiple', 'various']);
const NOT_AFTER =
  /(?:\b(?:a|the|every|last|past|first|more|less|most|almost|nearly|at|very|so|as|too|how|not|his|her|its|their|these|this|next|not|than)\s|-)$/i;

const parsePairs = (text: string) =>
  text.split(/\s+/).map((pair) => {
    const [one = '', other = ''] = pair.replaceAll('_', ' ').split('/');
    return [one, other] as const;
  });
const opposites = parsePairs(OPPOSITES);
const ANTONYMS = new Map([...opposites.map(([one, other]) => [other, one] as const), ...opposites]);
const QUANTIFIERS = new Map(parsePairs(AMOUNTS));

/** A word becomes its opposite. */
export const plantAntonyms: Planter = (sentence, { evidence }) =>
  wordsOf(sentence, ANTONYMS).filter(
    ({ start, end, replacement }) =>
      !evidence.tellsOf(sentence.slice(0, start) + sentence.slice(end), replacement),
  );

/** Another amount: "most" becomes "few", "some of the" "none of the", "always" "never". */
export const plantQuantifiers: Planter = (sentence, { evidence }) =>
  wordsOf(sentence, QUANTIFIERS).filter(({ start, end, replacement }) => {
    const old = sentence.slice(start, end).toLowerCase();
    const after = sentence.slice(end);
    if (NOT_AFTER.test(sentence.slice(0, start)) || /\b(?:not|no|none|nor)\b|n['’]t\b/i.test(sentence))
      return false;
    if (BEFORE_PLURAL.has(old) && !/^\s(?:[a-z]+(?<!s|ly|of)\s)?[a-z]{2,}(?<!s|i|u)s\b/.test(after))
      return false;
    return !evidence.tellsOf(sentence, replacement);
  });

/** Where a phrase of `others` occurs, with the other phrase as the replacement. */
function wordsOf(sentence: string, others: ReadonlyMap<string, string>): Change[] {
  const longestFirst = [...others.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${longestFirst.join('|')})(?![\\p{L}-])`, 'giu');
  return [...sentence.matchAll(pattern)].flatMap(({ 0: old, index }) => {
    const other = others.get(old.toLowerCase()) ?? '';
    const isCapitalized = /^\p{Lu}/u.test(old);
    // A capital inside a sentence makes it part of a name: "North Carolina".
    if (isCapitalized && index > 0) return [];
    const replacement = isCapitalized ? other.charAt(0).toUpperCase() + other.slice(1) : other;
    return keepsArticle(sentence.slice(0, index), old, replacement)
      ? [{ start: index, end: index + old.length, replacement }]
      : [];
  });
}
