import { type Change, type EvidenceText, keepsArticle, type Name, type Planter } from './twins-ground';
import { firstNames, notNames, organisationWords, places } from './twins-name-lists';

const CAPITALIZED =
  /(?<![\p{L}\d'’.-])\p{Lu}[\p{L}-]*\p{L}(?:\s(?:\p{Lu}\.|\p{Lu}[\p{L}-]*\p{L}))*(?![\p{L}-])/gu;
const AFTER_PREPOSITION = /\b(?:in|near|at)\s$/i;
/** Not the noun of an adjective: "in Kenyan waters". */
const BEFORE_BREAK = /^(?:$|[,.;)]|\s(?:and|on|for|where|after|before|during|since|to|are|is|was|were)\b)/;
const MAX_NAME_WORDS = 4;

/** The names of `text` whose kind follows from their words or from the preposition before them. */
export function findNames(text: string): Name[] {
  return [...text.matchAll(CAPITALIZED)].flatMap((match) => {
    const words = match[0].split(/\s/);
    const skipped = words.findIndex((word) => !notNames.has(word));
    if (skipped === -1) return [];
    const name = words.slice(skipped);
    const start = match.index + words.slice(0, skipped).join(' ').length + (skipped > 0 ? 1 : 0);
    const end = start + name.join(' ').length;
    const kind = kindOf(name, text.slice(Math.max(0, start - 12), start), text.slice(end, end + 12));
    if (kind === null || name.length > MAX_NAME_WORDS || name.some((word) => notNames.has(word))) return [];
    return [{ text: name.join(' '), kind, start, end }];
  });
}

/** A name of the same kind from another source, none of whose words is in the evidence. */
export const plantNames: Planter = (sentence, { evidence, draw, foreignNames }) =>
  findNames(sentence).flatMap((name): Change[] => {
    const before = sentence.slice(0, name.start);
    const isPossessive = /^['’]/.test(sentence.slice(name.end));
    if (isPossessive || !evidence.has(name.text)) return [];
    const fitting = draw
      .shuffled(foreignNames(name.kind))
      .find((foreign) => isForeign(foreign, evidence) && keepsArticle(before, name.text, foreign));
    return fitting === undefined ? [] : [{ start: name.start, end: name.end, replacement: fitting }];
  });

const isForeign = (name: string, evidence: EvidenceText): boolean =>
  name.split(' ').every((word) => !evidence.text.toLowerCase().includes(word.toLowerCase()));

function kindOf(words: string[], before: string, after: string): Name['kind'] | null {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length > 1 && organisationWords.has(last)) return 'organisation';
  if (words.length > 1 && firstNames.has(first)) return 'person';
  if (words.length === 1 && places.has(first)) return 'place';
  const isWord = /^\p{Lu}\p{Ll}+$/u;
  const isPlace = AFTER_PREPOSITION.test(before) && BEFORE_BREAK.test(after);
  return isPlace &&
    words.every((word) => isWord.test(word)) &&
    !firstNames.has(first) &&
    words.length < MAX_NAME_WORDS
    ? 'place'
    : null;
}
