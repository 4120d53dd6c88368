import { isFunctionWord, normalizeWord, type Token } from '../base/tokens';
import { toIdentifierKey } from '../text/identifiers';
import type { WrittenRegion } from '../text/regions';
import type { GrowingText } from './growing-text';
import { Follower, type UndoLog } from './undo-log';

const MAX_WORDS = 10;
/** Groups between points, of addresses, versions and telephone numbers. */
const MAX_DOTTED = 6;
const MAX_KEY_LENGTH = 80;
const TIGHT = /^[-‐‑_]?$/;
const GROUP = /^(?:\p{Lu}{1,6}|[\p{Lu}\p{Nd}]{1,8})$/u;
/** Shorter codes have the same form by chance. */
const MIN_MASK_LENGTH = 5;
/** Hashes are also written with their first figures alone. */
const HASH = /^[\da-f]{20,}$/;
/** "0211.445.9081", unlike a version. */
const DOTTED = /^(?=(?:\d\.?){7})(?:0\d+(?:\.\d{2,})+|\d{2,}(?:\.\d{2,}){2,})$/;
const SHORT_HASH_LENGTHS = [7, 8, 10, 12];
/** How far back the word may be that names a code: "the voucher code is". */
const MAX_NAME_GAP = 4;

/** The codes of the evidence: every run of words with a figure that may be one, or a part of one. */
export class IdentifierIndex {
  private readonly keys = new Set<string>();
  /** By what comparable codes have in common, the one written last. */
  private readonly rivals = new Map<string, WrittenRegion>();
  private readonly follower: Follower<Token>;

  constructor(tokens: readonly Token[], source: GrowingText, log: UndoLog) {
    this.follower = new Follower(tokens, log, (_, last) => {
      const end = (tokens[last] as Token).end;
      for (let first = last; last - first < MAX_WORDS; first -= 1) {
        const { start } = tokens[first] as Token;
        if (end - start > MAX_KEY_LENGTH) break;
        const { lines, text: all } = source;
        const text = (end <= lines.length ? lines : all).slice(start, end);
        if (/\p{Nd}/u.test(text)) {
          const key = toIdentifierKey(text);
          log.add(this.keys, key);
          if (DOTTED.test(key)) log.add(this.keys, toIdentifierKey(key.replaceAll('.', '')));
          if (HASH.test(key))
            for (const length of SHORT_HASH_LENGTHS) log.add(this.keys, key.slice(0, length));
          for (const trait of listTraits(key, findNameWord(tokens, first)))
            log.set(this.rivals, trait, { start, end, text });
        }
        if (first === 0 || !isJoined(source.text, tokens[first - 1] as Token, tokens[first] as Token)) break;
        if (source.text.charAt(start - 1) === '.' && last - first + 1 >= MAX_DOTTED) break;
      }
    });
  }

  has(key: string): boolean {
    this.follower.update();
    return this.keys.has(key);
  }

  /** A code of the evidence in whose place the other one is written, or null. */
  findRival(key: string, name: string | null): WrittenRegion | null {
    this.follower.update();
    for (const trait of listTraits(key, name)) {
      const rival = this.rivals.get(trait);
      if (rival !== undefined) return rival;
    }
    return null;
  }
}

function isJoined(text: string, before: Token, token: Token): boolean {
  const gap = text.slice(before.end, token.start);
  if (gap === '.') return /^v?\p{Nd}+$/u.test(before.text) && /^\p{Nd}/u.test(token.text);
  return TIGHT.test(gap) || (gap === ' ' && GROUP.test(before.text) && GROUP.test(token.text));
}

/** The content word before a code, which says what it identifies, or null. */
export function findNameWord(tokens: readonly Token[], index: number): string | null {
  for (let place = index - 1; place >= 0 && index - place <= MAX_NAME_GAP; place -= 1) {
    const word = normalizeWord((tokens[place] as Token).text);
    if (!isFunctionWord(word)) return word;
  }
  return null;
}

/** What two codes have in common of which one may stand where the other belongs. */
function listTraits(key: string, name: string | null): string[] {
  const isNumber = !/[^\p{Nd}]/u.test(key);
  const letters = key.replace(/\p{Nd}+/gu, '9');
  const mask = key.replace(/\p{L}/gu, 'a').replace(/\p{Nd}/gu, '9');
  return [
    ...(isNumber ? [] : [letters]),
    ...(mask.length < MIN_MASK_LENGTH ? [] : [mask]),
    ...(isNumber || name === null ? [] : [`${name} ${mask.replace(/(.)\1+/gu, '$1')}`]),
  ];
}
