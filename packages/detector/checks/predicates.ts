import type { AlignedReply } from '../evidence/aligned-reply';
import type { ReplyWords, WordRange } from '../evidence/reply-words';
import { isHedge, isNegation } from '../gazetteers/modifiers';

/** A clause that states that something is so or not, word by word. */
export interface Predicate {
  /** Without "yes," and "no," at its beginning. */
  range: WordRange;
  /** Normalized, those of the range. */
  words: readonly string[];
  /** Places in `words` of those that deny. */
  negations: readonly number[];
  /** Whether another clause of the sentence denies something. */
  isPartlyDenied: boolean;
}

const YES_OR_NO = /^(?:yes|no)$/;
const YES_OR_NO_MARK = /^(?:yes|no)[,.!:;]/i;
/** A word after which nothing is stated, or something is quoted or holds of some things only. */
const UNSTATED = new Set(
  (
    'if unless whether when once until till before after while because where which who what how why or either will ' +
    'shall must would only except another other others otherwise any every each all some most many few usually ' +
    'typically often sometimes please let want wants need needs like asked ask says say said claims you i'
  ).split(' '),
);
export const isUnstated = (word: string): boolean => UNSTATED.has(word) || isHedge(word);

const MAX_WORDS = 24;

/** The clauses of the reply that are neither questions nor long. */
export function listPredicates({ reply, table }: AlignedReply): Predicate[] {
  const listWords = ({ from, to }: WordRange): string[] =>
    Array.from(reply.ids.subarray(from, to), (id) => table.words[id] as string);
  return joinAtNumbers(reply).flatMap((clause) => {
    const range = skipYesAndNo(reply, clause);
    const sentence = reply.sentences[reply.sentenceOf[clause.from] as number] as WordRange;
    const isQuestion = /^["'”’)]*\?/.test(
      reply.text.slice(reply.ends[sentence.to - 1] as number).slice(0, 4),
    );
    if (isQuestion || range.to - range.from > MAX_WORDS || range.to <= range.from) return [];
    const words = listWords(range);
    const around = [
      ...listWords({ from: sentence.from, to: clause.from }),
      ...listWords({ from: clause.to, to: sentence.to }),
    ];
    const negations = words.flatMap((word, index) => (isDenying(word) ? [index] : []));
    const isPartlyDenied = around.some(
      (word, index) => isDenying(word) && !(index === 0 && YES_OR_NO.test(word)),
    );
    return [{ range, words, negations, isPartlyDenied }];
  });
}

/** The words without "yes," and "no," at their beginning, which are about the question; "no tickets" is not. */
export function skipYesAndNo({ text, starts, ends }: ReplyWords, { from, to }: WordRange): WordRange {
  const isAside = YES_OR_NO_MARK.test(text.slice(starts[from], (ends[from] as number) + 1));
  return { from: from + Number(isAside), to };
}

const isDenying = (word: string): boolean => isNegation(word) || word === 'non';

/** The clauses; a comma, point or colon within a number or time parts none. */
function joinAtNumbers({ clauses, text, starts, ends, sentenceOf }: ReplyWords): WordRange[] {
  const joined: WordRange[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const gap = text.slice((ends[clause.from - 1] ?? 0) - 1, (starts[clause.from] as number) + 1);
    const isCut = /^\d[.,:]\d$/.test(gap) && sentenceOf[clause.from] === sentenceOf[clause.from - 1];
    if (last !== undefined && isCut) last.to = clause.to;
    else joined.push({ ...clause });
  }
  return joined;
}
