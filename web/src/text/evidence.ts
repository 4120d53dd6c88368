import { countCodePoints, toUtf16 } from './code-points';
import {
  extractQuotations,
  extractRoles,
  findBestOccurrence,
  type Occurrence,
  type Source,
} from './evidence-quotations';
import type { Span } from './segments';
import { countSharedWords, extractWords, splitSentences } from './sentences';

/** A position in a source; offsets are code points. */
export interface EvidencePlace extends Span {
  sourceId: string;
  /** `quoted`: the explanation quotes it; `similar`: it shares the most words with the flagged sentence. */
  kind: 'quoted' | 'similar';
}

/** A flagged span; offsets are code points of the text. */
export interface FlaggedSpan extends Span {
  /** The whole text that contains the span. */
  text: string;
  explanation: string;
}

const MAX_PLACES = 3;
/** Shared words that make a sentence similar. */
const MIN_SHARED_WORDS = 2;

/**
 * Finds the evidence of an annotation in earlier texts, best first: the quotations of its explanation, else
 * the most similar sentence. Empty without any.
 */
export function findEvidence(flagged: FlaggedSpan, sources: readonly Source[]): EvidencePlace[] {
  const { text, explanation } = flagged;
  const [start = 0, end = 0] = toUtf16(text, [flagged.start_offset, flagged.end_offset]);
  const span = text.slice(start, end).trim();
  const context = extractWords(getSentenceAround(text, start, end));
  const named = extractRoles(explanation);
  const places = extractQuotations(explanation)
    .filter((quoted) => quoted.text !== span)
    .flatMap((quoted) => findBestOccurrence(quoted, sources, named, context) ?? [])
    .map((occurrence) => toPlace(occurrence, 'quoted'));
  const distinct = places.filter(
    (place, index) => places.findIndex((other) => isSamePlace(other, place)) === index,
  );
  if (distinct.length > 0) return distinct.slice(0, MAX_PLACES);
  // Earlier replies are not evidence, so they are searched last.
  const similar =
    findMostSimilar(
      sources.filter(({ role }) => role !== 'assistant'),
      context,
    ) ?? findMostSimilar(sources, context);
  return similar === null ? [] : [toPlace(similar, 'similar')];
}

/** By position, not by words: the flagged words may occur earlier in the text in another context. */
function getSentenceAround(text: string, start: number, end: number): string {
  const touched = splitSentences(text).filter((sentence) => sentence.start < end && sentence.end > start);
  return text.slice(touched[0]?.start ?? start, touched.at(-1)?.end ?? end);
}

function isSamePlace(one: EvidencePlace, other: EvidencePlace): boolean {
  return one.sourceId === other.sourceId && one.start_offset === other.start_offset;
}

function findMostSimilar(sources: readonly Source[], context: ReadonlySet<string>): Occurrence | null {
  let best: { occurrence: Occurrence; score: number } | null = null;
  for (const source of sources) {
    for (const { start, end } of splitSentences(source.text)) {
      const sentence = source.text.slice(start, end);
      const shared = countSharedWords(sentence, context);
      const score = shared / Math.sqrt(extractWords(sentence).size || 1);
      if (shared >= MIN_SHARED_WORDS && (best === null || score > best.score)) {
        best = { occurrence: { source, start, end }, score };
      }
    }
  }
  return best?.occurrence ?? null;
}

function toPlace({ source, start, end }: Occurrence, kind: EvidencePlace['kind']): EvidencePlace {
  const startOffset = countCodePoints(source.text.slice(0, start));
  return {
    sourceId: source.id,
    start_offset: startOffset,
    end_offset: startOffset + countCodePoints(source.text.slice(start, end)),
    kind,
  };
}
