/**
 * Words that say what a speaker thinks of something, not how it is: it cannot be looked up whether a match is lovely. Words that
 * also name a property are not here: "free", "safe", "easy", "popular", "important".
 */
export const evaluativeAdjectives = (
  'lovely nice nicer nicest great greater good better best fine wonderful perfect fantastic excellent amazing awesome brilliant ' +
  'superb splendid delightful marvelous fabulous terrific ideal handy useful helpful convenient exciting interesting ' +
  'thoughtful fun cool neat sweet beautiful gorgeous charming smart wise sensible reasonable fair valid tricky tough ' +
  'annoying frustrating disappointing upsetting understandable unfortunate sad bad terrible awful horrible strange odd ' +
  'weird funny impressive pleasant enjoyable worthwhile welcome happy glad sorry exceptional incredible outstanding'
).split(' ');

/** In front of an evaluation, they make it stronger or weaker. */
export const degreeAdverbs = (
  'so very really quite rather pretty absolutely truly totally just also always even certainly definitely indeed still ' +
  'super extremely completely particularly especially simply too somewhat slightly'
).split(' ');

/** They say how the speaker takes what is said, or how well something is done. */
const STANCE_ADVERBS = (
  'unfortunately fortunately luckily sadly happily gladly kindly hopefully thankfully regrettably nicely beautifully ' +
  'wonderfully perfectly greatly actually basically essentially obviously clearly naturally simply surely personally ' +
  'honestly frankly understandably please thanks worries alright anyway though'
).split(' ');

/** Verbs that need a noun to say something; none is also a noun that says it. */
const LIGHT_VERBS = (
  'take takes took taken taking need needs needed needing get gets got gotten getting reach reaches reached reaching ' +
  'depart departs departed departing booked make makes made making go goes went going come comes came ' +
  'coming put puts putting let lets letting want wants wanted wanting try tries tried trying look looks looked looking ' +
  'enjoy enjoys enjoyed enjoying know knows recommend recommends suggest'
).split(' ');

const softWords: ReadonlySet<string> = new Set([
  ...evaluativeAdjectives,
  ...degreeAdverbs,
  ...STANCE_ADVERBS,
  ...LIGHT_VERBS,
]);

const evaluatives = new Set(evaluativeAdjectives);
const degrees = new Set(degreeAdverbs);

/** Whether a normalized word says what a speaker thinks of something. */
export const isEvaluative = (word: string): boolean => evaluatives.has(word);

/** Whether a normalized word makes an evaluation stronger or weaker. */
export const isDegree = (word: string): boolean => degrees.has(word);

/** Whether a normalized word evaluates or fills in, so that alone it states nothing that a person could look up. */
export const isSoft = (word: string): boolean => softWords.has(word);

/** Words of wishes and offers that open a sentence in the imperative or without a verb: "Enjoy Lisbon", "Happy Baking". */
const SOFT_OPENERS = new Set([
  ...evaluativeAdjectives,
  ...'enjoy have give send take feel let try ask please just simply glad congratulations'.split(' '),
]);

/** Whether a normalized word at the beginning of a sentence is no part of the name that follows it. */
export const isSoftOpener = (word: string): boolean => SOFT_OPENERS.has(word);
