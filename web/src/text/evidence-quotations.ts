import type { Message } from '../api/types';
import { countSharedWords, type Sentence, splitSentences } from './sentences';

type Role = Message['role'];

/** A text before the reply that may contain evidence. */
export interface Source {
  /** Identifies the text. */
  id: string;
  text: string;
  /** The role of its message. */
  role: Role;
}

/** A quotation in an explanation. */
export interface Quotation {
  text: string;
  /** It was truncated. */
  isCut: boolean;
}

/** The position of a quotation, as UTF-16 indexes; the end is exclusive. */
export interface Occurrence {
  source: Source;
  start: number;
  end: number;
}

const quotation = /[“"«]([^“”"«»]{1,400})[”"»]/g;
const namedMessage =
  /\b(system|developer|user|tool|function)(?:['’]s)? (?:message|prompt|instruction|result|response|output)/gi;
/** UTF-16 units before and after an occurrence that count as near. */
const NEAR_LENGTH = 120;
/** Evaluators quote whole sentences; shorter quotations are figures or names. */
const MIN_SENTENCE_WORDS = 3;
/** Per source; more occurrences identify no position. */
const MAX_OCCURRENCES = 300;

/** Extracts the quotations of an explanation in order. */
export function extractQuotations(explanation: string): Quotation[] {
  return [...explanation.matchAll(quotation)]
    .map(([, inner = '']) => ({ text: inner.replace(/…$/, '').trim(), isCut: inner.endsWith('…') }))
    .filter(({ text }) => text !== '');
}

/** Extracts the roles that an explanation mentions outside of quotations: “the tool result says …”. */
export function extractRoles(explanation: string): Set<Role> {
  const prose = explanation.replace(quotation, '');
  return new Set([...prose.matchAll(namedMessage)].map(([, role = '']) => role.toLowerCase() as Role));
}

/**
 * Annotations do not store the position of their evidence, only words that may occur many times. Occurrences
 * are ranked by: a message with a mentioned role; a message that is evidence, so not of the assistant; whole
 * sentences where a sentence is quoted, because a longer one may deny the same words; the number of words
 * that its sentence, then its surroundings, share with the flagged sentence.
 */
export function findBestOccurrence(
  quoted: Quotation,
  sources: readonly Source[],
  named: ReadonlySet<Role>,
  context: ReadonlySet<string>,
): Occurrence | null {
  const found = findOccurrences(toPattern(quoted.text), sources);
  const field = found.length === 0 ? toFieldPattern(quoted.text) : null;
  const occurrences = field === null ? found : findOccurrences(field, sources);
  const isSentence = quoted.text.split(/\s+/).length >= MIN_SENTENCE_WORDS;
  const sentences = new Map(sources.map((source) => [source, splitSentences(source.text)]));
  const rank = (occurrence: Occurrence): number[] => {
    const { role } = occurrence.source;
    const around = getSurroundings(occurrence, sentences.get(occurrence.source) ?? []);
    return [
      Number(named.has(role)),
      Number(role !== 'assistant'),
      Number(isSentence && isBare(around.before) && (quoted.isCut || isBare(around.after))),
      countSharedWords(around.sentence, context),
      countSharedWords(around.near, context),
    ];
  };
  const [best] = occurrences
    .map((occurrence) => ({ occurrence, rank: rank(occurrence) }))
    .sort((a, b) => compare(b.rank, a.rank));
  return best?.occurrence ?? null;
}

/** Returns the sentences around an occurrence, their text before and after it, and the nearby text. */
function getSurroundings({ source: { text }, start, end }: Occurrence, sentences: readonly Sentence[]) {
  const touched = sentences.filter((sentence) => sentence.start < end && sentence.end > start);
  const from = touched[0]?.start ?? start;
  const to = touched.at(-1)?.end ?? end;
  return {
    sentence: text.slice(from, to),
    before: text.slice(from, start),
    after: text.slice(end, to),
    near: text.slice(Math.max(0, start - NEAR_LENGTH), end + NEAR_LENGTH),
  };
}

function isBare(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

function findOccurrences(pattern: RegExp, sources: readonly Source[]): Occurrence[] {
  return sources.flatMap((source) =>
    [...source.text.matchAll(pattern)].slice(0, MAX_OCCURRENCES).map((match) => ({
      source,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}

/** White space may differ; numbers and words must match whole. */
function toPattern(quote: string): RegExp {
  const before = /^[\p{L}\p{N}]/u.test(quote) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(quote) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(before + toPatternBody(quote) + after, 'giu');
}

/** Evaluators quote JSON fields as `path.to.name: value`; null for other quotations. */
function toFieldPattern(quote: string): RegExp | null {
  const match = /^(?:\S+\.)?([^\s.:]+): (.+)$/su.exec(quote);
  if (match === null) return null;
  const [, name = '', value = ''] = match;
  return new RegExp(`"${toPatternBody(name)}"\\s*:\\s*"?${toPatternBody(value)}(?![\\p{L}\\p{N}])"?`, 'giu');
}

function toPatternBody(quote: string): string {
  return quote
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
}
