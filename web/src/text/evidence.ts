import { countCodePoints, toUtf16 } from './code-points';
import {
  bestOccurrence,
  namedRoles,
  type Occurrence,
  quotationsOf,
  type Source,
} from './evidence-quotations';
import type { Span } from './segments';
import { countShared, sentencesOf, wordsOf } from './sentences';

/** A place in a source; offsets are code points. */
export interface EvidencePlace extends Span {
  sourceId: string;
  /** `quoted`: the explanation quotes it; `similar`: it shares the most words with the flagged sentence. */
  kind: 'quoted' | 'similar';
}

/** What is to be looked up; offsets are code points of the text. */
export interface Flagged extends Span {
  /** The whole text in which the span lies. */
  text: string;
  explanation: string;
}

const MOST_PLACES = 3;
/** Words of a sentence that have to occur for it to be called similar. */
const LEAST_SHARED = 2;

/**
 * Where in earlier texts to look for what an annotation says, best first: the places its explanation quotes, else the
 * sentence most like the flagged one. Empty when nothing is near.
 */
export function findEvidence(flagged: Flagged, sources: readonly Source[]): EvidencePlace[] {
  const { text, explanation } = flagged;
  const [start = 0, end = 0] = toUtf16(text, [flagged.start_offset, flagged.end_offset]);
  const span = text.slice(start, end).trim();
  const context = wordsOf(sentenceAround(text, start, end));
  const named = namedRoles(explanation);
  const places = quotationsOf(explanation)
    .filter((quoted) => quoted.text !== span)
    .flatMap((quoted) => bestOccurrence(quoted, sources, named, context) ?? [])
    .map((occurrence) => placeOf(occurrence, 'quoted'));
  const distinct = places.filter(
    (place, index) => places.findIndex((other) => isSamePlace(other, place)) === index,
  );
  if (distinct.length > 0) return distinct.slice(0, MOST_PLACES);
  // What the assistant said before proves nothing, so it is looked at only where nothing else is near.
  const similar =
    mostSimilar(
      sources.filter(({ role }) => role !== 'assistant'),
      context,
    ) ?? mostSimilar(sources, context);
  return similar === null ? [] : [placeOf(similar, 'similar')];
}

/** By place, not by words: the flagged words may stand in the text before, about something else. */
function sentenceAround(text: string, start: number, end: number): string {
  const touched = sentencesOf(text).filter((sentence) => sentence.start < end && sentence.end > start);
  return text.slice(touched[0]?.start ?? start, touched.at(-1)?.end ?? end);
}

function isSamePlace(one: EvidencePlace, other: EvidencePlace): boolean {
  return one.sourceId === other.sourceId && one.start_offset === other.start_offset;
}

function mostSimilar(sources: readonly Source[], context: ReadonlySet<string>): Occurrence | null {
  let best: { occurrence: Occurrence; score: number } | null = null;
  for (const source of sources) {
    for (const { start, end } of sentencesOf(source.text)) {
      const sentence = source.text.slice(start, end);
      const shared = countShared(sentence, context);
      const score = shared / Math.sqrt(wordsOf(sentence).size || 1);
      if (shared >= LEAST_SHARED && (best === null || score > best.score)) {
        best = { occurrence: { source, start, end }, score };
      }
    }
  }
  return best?.occurrence ?? null;
}

function placeOf({ source, start, end }: Occurrence, kind: EvidencePlace['kind']): EvidencePlace {
  const startOffset = countCodePoints(source.text.slice(0, start));
  return {
    sourceId: source.id,
    start_offset: startOffset,
    end_offset: startOffset + countCodePoints(source.text.slice(start, end)),
    kind,
  };
}
