import { isFunctionWord, normalizeWord, scanTokens, type Token } from '../../../platform/text/tokens';
import { checkConfidence, type Finding, quoted } from '../checks/finding';
import type { Evidence } from '../evidence/evidence';
import { initialsOf, type WordIndex } from '../evidence/word-index';
import { isSpokenOf } from '../gazetteers/regions-of-world';
import { stateWords } from '../gazetteers/us-states';

const CAPITALIZED = /^\p{Lu}/u;
/** "TVs": more than one of what letters stand for. */
const SEVERAL = /^\p{Lu}{2,}s$/u;
const CONNECTORS = new Set([
  'of',
  'de',
  'del',
  'della',
  'di',
  'da',
  'la',
  'le',
  'el',
  'al',
  'bin',
  'van',
  'von',
  'der',
  'den',
]);
/** Capitalized in English without naming anything that evidence would have to name. */
const NEUTRAL_WORDS = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun ' +
    'jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays ' +
    'wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun mr mrs ms miss ' +
    'dr prof sir madam am pm ok okay tv id faq json html xml csv url pdf api ai usd english ' +
    'president senator representative congressman congresswoman governor mayor minister reverend rev judge justice ' +
    'officer detective sheriff chief captain king queen prince princess duke duchess director ceo doctor professor ' +
    'north south east west northern southern eastern western step passage section option note answer question ' +
    'source article part page chapter figure table celsius fahrenheit internet web ' +
    "i i'm i've i'll i'd dear hello hi hey sincerely regards best thanks christmas easter " +
    'yours truly faithfully cordially respectfully good morning afternoon evening kind warm wishes cheers team hr ' +
    'jr sr point number'
  ).split(' '),
);
/** What a full stop cuts short in the middle of a name. */
const CUT_SHORT = new Set(
  (
    'mr mrs ms mme dr st ste mt ft pt fr sr sra lt gen sen rep gov col sgt capt cpl cmdr adm maj pvt prof rev hon ' +
    'det sec amb supt insp'
  ).split(' '),
);
/** "67°F" has the unit of a temperature at its end, not the initial of somebody. */
const TEMPERATURE = /(?:(?<!\d)\d{1,3}|°|\bdegrees?)\s?[CFK]$/;
/** Words that open a sentence, rather than a name, after the full stop of an initial. */
const OPENERS = new Set(
  (
    'additionally alternatively consequently currently despite eventually finally furthermore initially instead lastly ' +
    'later meanwhile moreover nevertheless nonetheless otherwise overall previously recently similarly specifically ' +
    'subsequently therefore thus today unfortunately yesterday'
  ).split(' '),
);
const FEWEST_LETTERS = 2;
const MOST_WORDS_OF_REGIONS = 8;

interface NameCandidate {
  /** The words of the name. */
  words: Token[];
  /** Those of them that evidence must have. */
  tested: Token[];
}

/**
 * Names with a word that the evidence does not have, both in English: other languages capitalize other words and name
 * countries otherwise. Left alone: words that are capitalized because of their place (start of a
 * sentence, of a list item or of quoted text), headings and labels, text in capitals.
 */
export function checkNames(text: string, evidence: Evidence): Finding[] {
  const { words: known, scripts } = evidence;
  const findings: Finding[] = [];
  for (const { words, tested } of scanNames(text)) {
    const missing = tested.filter((token) => scripts.canCompare(wordOf(token)) && !isKnown(token, known));
    if (missing.length === 0 || isCompound(tested, known) || isOfRegions(words, tested, known)) continue;
    if (words.length > 1 && (isShortened(words, known) || isShortened(tested, known))) continue;
    const [start, end] = [(words[0] as Token).start, (words.at(-1) as Token).end];
    const near = tested.map((token) => known.findName(wordOf(token))).find((name) => name !== null);
    const nearest = near === undefined ? '' : `; the evidence has ${quoted(near)}`;
    findings.push({
      start,
      end,
      label: 'fabrication',
      explanation: `The name ${quoted(text.slice(start, end))} is nowhere in the evidence${nearest}.`,
      confidence: checkConfidence.name,
    });
  }
  return findings;
}

/** Whether the evidence has the word; "TVs" also as "TV", "MA" also as "Massachusetts". */
function isKnown(token: Token, evidence: WordIndex): boolean {
  if (evidence.has(wordOf(token))) return true;
  if (SEVERAL.test(token.text) && evidence.has(normalizeWord(token.text.slice(0, -1)))) return true;
  const state = stateWords(token.text);
  return state.length > 0 && evidence.hasPhrase(state);
}

/** Whether a name is made of countries, or their adjectives, that the evidence speaks of by another name. */
function isOfRegions(words: Token[], tested: Token[], evidence: WordIndex): boolean {
  if (words.length > MOST_WORDS_OF_REGIONS) return false;
  const pairs = words.slice(1).map((word, index) => [words[index] as Token, word]);
  const spoken = [...words.map((word) => [word]), ...pairs].filter((name) =>
    isSpokenOf(name.map(wordOf).join(' '), evidence),
  );
  return tested.every((token) => spoken.some((name) => name.includes(token)));
}

/** "Wide Area Networks" where the evidence has "WAN" or "WANs". */
function isShortened(words: Token[], evidence: WordIndex): boolean {
  const initials = initialsOf(words.filter(({ text }) => CAPITALIZED.test(text)));
  if (initials.length < 2 || NEUTRAL_WORDS.has(initials)) return false;
  const capitals = initials.toUpperCase();
  return evidence.hasWritten(capitals) || evidence.hasWritten(`${capitals}s`);
}

/** "Wi-Fi" where the evidence has "wifi". */
const isCompound = (words: Token[], evidence: WordIndex): boolean =>
  words.length === 2 && evidence.hasExactly(words.map(wordOf).join(''));

/** Runs of capitalized words, each a name or part of one. */
function scanNames(text: string): NameCandidate[] {
  const tokens = scanTokens(text).filter((token) => token.text.length < 60);
  const names: NameCandidate[] = [];
  let index = 0;
  while (index < tokens.length) {
    const last = lastOfRun(text, tokens, index);
    if (last === null) {
      index += 1;
      continue;
    }
    const name = candidate(text, tokens.slice(index, last + 1), tokens[index - 1], tokens[last + 1]);
    if (name !== null) names.push(name);
    index = last + 1;
  }
  return names;
}

/** Index of the last token of the run that starts at `from`, or null when no run does. */
function lastOfRun(text: string, tokens: Token[], from: number): number | null {
  if (!CAPITALIZED.test(tokens[from]?.text ?? '')) return null;
  let last = from;
  for (let index = from + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (
      token === undefined ||
      !/^(?:[ \u00a0-]|\. |\.)$/.test(text.slice(tokens[index - 1]?.end, token.start))
    )
      break;
    if (text.charAt(token.start - 2) === '.' && !isCutShort(text, tokens[index - 1], token)) break;
    if (CAPITALIZED.test(token.text)) last = index;
    else if (!CONNECTORS.has(token.text) || index - last > 1) break;
  }
  return last;
}

/** Whether a stop after `before` belongs to it, as in "J. Smith" and "St. Ives", and does not end a sentence. */
function isCutShort(text: string, before: Token | undefined, after: Token): boolean {
  const opening = wordOf(after);
  const opens = OPENERS.has(opening) || (opening.length > 1 && isFunctionWord(opening));
  if (before === undefined || opens) return false;
  const isInitial =
    before.text.length === 1 && !TEMPERATURE.test(text.slice(Math.max(0, before.end - 12), before.end));
  return isInitial || CUT_SHORT.has(wordOf(before));
}

function candidate(
  text: string,
  run: Token[],
  before: Token | undefined,
  after: Token | undefined,
): NameCandidate | null {
  const [first] = run;
  if (first === undefined || isHeadingOrLabel(text, run, before, after)) return null;
  const opening = opensSentence(text, first.start);
  const named = opening && (run.length === 1 || isFunctionWord(wordOf(first))) ? run.slice(1) : run;
  const lead = opening && named.length === run.length ? 1 : 0; // an opening word may be capitalized by its place
  const tested = named.slice(lead).filter((token) => needsEvidence(wordOf(token)));
  return tested.length === 0 ? null : { words: named, tested };
}

const wordOf = ({ text }: Token): string => normalizeWord(text);

function needsEvidence(word: string): boolean {
  return (
    word.length >= FEWEST_LETTERS &&
    !/\d/.test(word) &&
    !isFunctionWord(word) &&
    !CONNECTORS.has(word) &&
    !NEUTRAL_WORDS.has(word)
  );
}

/** Whether only marks that open a sentence, a list item or quoted text stand before `start`. */
function opensSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (start <= 12 && /^[^\p{L}\p{N}]*$/u.test(before)) return true;
  return /(?:[.!?:;…•|]["'”’)\]*_]{0,3}\s+|\n\s*|["“‘(*_>#]|[-–—]\s+|\d[.)]\s+)["'“‘([*_#>\s-]*$/u.test(
    before,
  );
}

/** A run that fills its line, or stands between the start of its line and a colon, titles what follows. */
function isHeadingOrLabel(
  text: string,
  run: Token[],
  before: Token | undefined,
  after: Token | undefined,
): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const left = text.slice(before?.end ?? 0, first.start);
  const right = text.slice(last.end, after?.start ?? text.length);
  const startsLine = before === undefined || left.includes('\n') || /^[.)]\s|[-*•#]\s/.test(left);
  return (
    startsLine &&
    (/^["”*_)]{0,3}:/.test(right) || (/\n/.test(right) && !/[.!?]/.test(right)) || isMostlyCapitals(run))
  );
}

const isMostlyCapitals = (run: Token[]): boolean =>
  run.length > 3 && run.every(({ text }) => text === text.toUpperCase());
