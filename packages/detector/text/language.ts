import { isFunctionWord } from '../base/tokens';
import { isForeignWord } from '../gazetteers/foreign-words';
import { computeLatinShare } from './scripts';

const SHARE_OF_OTHERS = 1 / 3;
const MIN_FOREIGN_WORDS = 2;
/** A text this long is judged by stretches from all over it: a document may follow long instructions. */
const MAX_READ = 8000;
const STRETCHES = 8;
/** A word alone between spaces and punctuation; pieces of links, addresses, paths and programs are not. */
const WORD = /^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?)([^\p{L}\p{N}]*)$/u;
/** Most of them, recognized faster. */
const PLAIN_WORD = /^[A-Za-z]+$/;
/** A capitalized word with accents may be a name; one without, at the start of a sentence, is a word of the lists. */
const PLAIN_OPENING = /^[A-Z][a-z'’]*$/;
const SENTENCE_END = /[.!?:]/;
/** Parts of names in English texts too: "Leonardo da Vinci", "El Paso", "Dan Boren". */
const NAME_PARTICLES = new Set(
  'ada da dan de del della des di do dos du el kan la las le les los na notre van von'.split(' '),
);
/** Function words of English that are words of other languages too, so that they are evidence for neither. */
const SHARED_WORDS = new Set(
  (
    'a all also am an any are as at be do for give had has have he her here i in is least me more most my near no of ' +
    'on once one or other over own per same so some still such than to under until up us use very via was we will'
  ).split(' '),
);

/**
 * Whether a text reads as English: false where it is written in another script than Latin, or where small words and
 * letters of other languages are many compared with the small words of English. Code, tables and lists of names have
 * neither, and count as English.
 */
export function isEnglish(text: string): boolean {
  const sample = buildSample(text);
  if (1 - computeLatinShare(sample) > SHARE_OF_OTHERS) return false;
  const words = listSmallWords(sample);
  const foreign = words.filter(isForeignWord);
  const english = words.filter(isEnglishWord);
  const minForeign = english.length === 0 ? 1 : MIN_FOREIGN_WORDS;
  return (
    new Set(foreign).size < minForeign ||
    foreign.length <= SHARE_OF_OTHERS * (english.length + foreign.length)
  );
}

/** Whether a small word is one of English alone. */
export const isEnglishWord = (word: string): boolean => isFunctionWord(word) && !SHARED_WORDS.has(word);

export function buildSample(text: string): string {
  if (text.length <= MAX_READ) return text;
  const stretch = MAX_READ / STRETCHES;
  const step = (text.length - stretch) / (STRETCHES - 1);
  const stretches = Array.from({ length: STRETCHES }, (_, index) => Math.floor(index * step));
  return stretches.map((start) => text.slice(start, start + stretch)).join('\n');
}

/** Words in small letters or that open a sentence, in small letters, without those that may be parts of names. */
export function listSmallWords(text: string): string[] {
  return text.split('\n').flatMap(listSmallWordsOfLine);
}

function listSmallWordsOfLine(line: string): string[] {
  const words: string[] = [];
  let opensSentence = true;
  let isInName = false;
  for (const chunk of line.split(' ')) {
    const [literal, after] = readWord(chunk);
    const word = literal.toLowerCase();
    const isSmall = word === literal;
    const isParticle = NAME_PARTICLES.has(word);
    const counts = isParticle
      ? isSmall && !isInName
      : isSmall || (opensSentence && PLAIN_OPENING.test(literal));
    if (counts && word !== '') words.push(word);
    isInName = !isSmall || (isParticle && isInName);
    opensSentence = SENTENCE_END.test(after) || (opensSentence && word === '');
  }
  return words;
}

/** A word and the punctuation after it, both empty if the chunk is something else. */
function readWord(chunk: string): [written: string, after: string] {
  if (PLAIN_WORD.test(chunk)) return [chunk, ''];
  const [, literal = '', after = ''] = WORD.exec(chunk) ?? [];
  return [literal, after];
}
