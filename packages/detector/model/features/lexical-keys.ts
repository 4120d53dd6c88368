import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

/** Keys are below 2 to this power. */
export const LEXICAL_KEY_BITS = 17;
export const KEYS_PER_WORD = 11;

const MASK = (1 << LEXICAL_KEY_BITS) - 1;
const MOSTLY_STRUCTURED = 0.3;
const BORDER = 9;
const ENDING_LETTERS = 3;

/**
 * Keys of what each word is, with its neighbors and how far the evidence has them: eleven a word.
 * Keys may collide; with this many keys, collisions hardly affect a linear model.
 */
export function computeLexicalKeys(
  features: FeatureTable,
  { reply, table, fields }: JudgedReply,
): Uint32Array {
  const keys = new Uint32Array(reply.count * KEYS_PER_WORD);
  const support = features.get('support');
  const inClause = features.get('clauseMeantInBest');
  const pairBefore = features.get('pairBefore');
  const pairAfter = features.get('pairAfter');
  const isStructured = Number((features.get('structuredShare')[0] ?? 0) > MOSTLY_STRUCTURED);
  const hashes = Int32Array.from(reply.ids, (id) => computeHash(table.words[id] as string));
  const hashAt = (i: number): number => hashes[i] ?? 0;
  const levelAt = (i: number): number =>
    i < 0 || i >= reply.count ? BORDER : computeLevel(support[i] as number);
  for (let i = 0; i < reply.count; i += 1) {
    const ending = computeHash((table.words[reply.ids[i] as number] as string).slice(-ENDING_LETTERS));
    const field = fields[i] ?? null;
    const fieldName = field === null ? 0 : computeHash(field.field.path.at(-1) ?? '');
    const [word, before, after] = [hashAt(i), hashAt(i - 1), hashAt(i + 1)];
    keys.set(
      [
        mix(1, word, levelAt(i), 0),
        mix(2, word, levelAt(i), isStructured),
        mix(3, before, word, pairBefore[i] as number),
        mix(4, word, after, pairAfter[i] as number),
        mix(5, before, levelAt(i - 1), 0),
        mix(6, after, levelAt(i + 1), 0),
        mix(7, hashAt(i - 2), 0, 0),
        mix(8, hashAt(i + 2), 0, 0),
        mix(9, ending, levelAt(i), reply.isCapitalized[i] as number),
        mix(
          10,
          fieldName,
          field === null ? 0 : 2 * field.conflict + 2,
          field === null ? 0 : Math.min(field.negations, 2),
        ),
        mix(11, word, inClause[i] as number, levelAt(i)),
      ],
      i * KEYS_PER_WORD,
    );
  }
  return keys;
}

function computeLevel(support: number): number {
  if (support > 0.95) return 3;
  if (support > 0.8) return 2;
  return support > 0.5 ? 1 : 0;
}

/** FNV-1a over UTF-16 code units (http://www.isthe.com/chongo/tech/comp/fnv/). */
function computeHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Mixes with the finalizer of MurmurHash3 (https://github.com/aappleby/smhasher, public domain). */
function mix(...values: [number, number, number, number]): number {
  let hash = 0x9747b28c;
  for (const value of values) {
    hash = Math.imul(hash ^ value, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash & MASK;
}
