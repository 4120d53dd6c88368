const NEGATIONS = new Set(
  (
    "no not never none nor neither without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't " +
    "wouldn't couldn't shouldn't hasn't haven't hadn't lack lacks lacking unable"
  ).split(' '),
);
const HEDGES = new Set(
  (
    'may might could can would should possibly perhaps likely probably potentially suggests suggested alleged ' +
    'allegedly reportedly appears appear seems seem believed expected planned considering if'
  ).split(' '),
);
const QUANTIFIERS = new Set(
  (
    'all every each always both only most many several few some any entire various numerous multiple never none ' +
    'majority often usually sometimes'
  ).split(' '),
);

/** Whether a normalized word denies. */
export const isNegation = (word: string): boolean => NEGATIONS.has(word) || word.endsWith("n't");

/** Whether a text has a word that denies. */
export const hasNegation = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}'’]+/u)
    .some(isNegation);

/** Whether a normalized word makes a statement less certain. */
export const isHedge = (word: string): boolean => HEDGES.has(word);

/** Whether a normalized word says how many, or how often. */
export const isQuantifier = (word: string): boolean => QUANTIFIERS.has(word);
