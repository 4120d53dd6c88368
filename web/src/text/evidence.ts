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

/** A place in a source; offsets are code points. */
export interface EvidencePlace extends Span {
  sourceId: string;
  /** `quoted`: the explanation quotes it; `similar`: it shares the most words with the flagged sentence. */
  kind: 'quoted' | 'similar';
}

/** What is to be looked up; offsets are code points of the text. */
export interface FlaggedSpan extends Span {
  /** The whole text in which the span lies. */
  text: string;
  explanation: string;
}

const MAX_PLACES = 3;
/** Words of a sentence that have to occur for it to be called similar. */
const MIN_SHARED_WORDS = 2;

/**
 * Where in earlier texts to look for what an annotation says, best first: the places its explanation quotes, else the
 * sentence most like the flagged one. Empty when nothing is near.
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
  // What the assistant said before proves nothing, so it is looked at only where nothing else is near.
  const similar =
    findMostSimilar(
      sources.filter(({ role }) => role !== 'assistant'),
      context,
    ) ?? findMostSimilar(sources, context);
  return similar === null ? [] : [toPlace(similar, 'similar')];
}

/** By place, not by words: the flagged words may stand in the text before, about something else. */
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
