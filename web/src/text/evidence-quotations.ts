import type { Message } from '../api/types';
import { countSharedWords, type Sentence, splitSentences } from './sentences';

type Role = Message['role'];

/** A text before the reply that may hold what an annotation speaks of. */
export interface Source {
  /** Anything that finds the text again. */
  id: string;
  text: string;
  /** Whose message it is of. */
  role: Role;
}

/** What an explanation quotes from the evidence. */
export interface Quotation {
  text: string;
  /** It was too long to be quoted whole. */
  isCut: boolean;
}

/** Where a quotation stands, as UTF-16 indexes; the end is exclusive. */
export interface Occurrence {
  source: Source;
  start: number;
  end: number;
}

const quotation = /[“"«]([^“”"«»]{1,400})[”"»]/g;
const namedMessage =
  /\b(system|developer|user|tool|function)(?:['’]s)? (?:message|prompt|instruction|result|response|output)/gi;
/** UTF-16 units before and behind an occurrence that count as its neighbourhood. */
const NEAR_LENGTH = 120;
/** Evaluators quote sentences whole; fewer words than these are a figure or a name. */
const MIN_SENTENCE_WORDS = 3;
/** Of each source; what stands oftener than this is in no particular place. */
const MAX_OCCURRENCES = 300;

/** What an explanation quotes, in its order. */
export function extractQuotations(explanation: string): Quotation[] {
  return [...explanation.matchAll(quotation)]
    .map(([, inner = '']) => ({ text: inner.replace(/…$/, '').trim(), isCut: inner.endsWith('…') }))
    .filter(({ text }) => text !== '');
}

/** The roles whose messages an explanation names in its own words: “the tool result says …”. */
export function extractRoles(explanation: string): Set<Role> {
  const prose = explanation.replace(quotation, '');
  return new Set([...prose.matchAll(namedMessage)].map(([, role = '']) => role.toLowerCase() as Role));
}

/**
 * Annotations carry no place of their evidence, only words that may stand in many places. Of these it is, in this
 * order: the one in a message that is named; one that evaluators take for evidence, which is nothing the assistant
 * said; one that is whole sentences where a sentence is quoted, for inside a longer one the same words may be denied;
 * the one whose sentence, then whose neighbourhood, shares the most words with the flagged sentence.
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

/** The sentences in which something stands, what of them is before and after it, and what is near. */
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

/** White space may differ, and a number or word must not be part of a longer one. */
function toPattern(quote: string): RegExp {
  const before = /^[\p{L}\p{N}]/u.test(quote) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(quote) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(before + toPatternBody(quote) + after, 'giu');
}

/** Fields of JSON are quoted as `path.to.name: value`; null for what has no such form. */
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
