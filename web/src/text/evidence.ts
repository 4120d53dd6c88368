/** A text before the reply that may hold what an annotation speaks of. */
export interface Source {
  /** Anything that finds the text again. */
  id: string;
  text: string;
}

/** A place in a source. Offsets are code points, the end is exclusive. */
export interface EvidencePlace {
  sourceId: string;
  start_offset: number;
  end_offset: number;
  /** `quoted`: the explanation quotes it; `similar`: it shares the most words with the flagged sentence. */
  kind: 'quoted' | 'similar';
}

export interface Flagged {
  /** The whole text in which the span lies. */
  text: string;
  /** The flagged part. */
  span: string;
  explanation: string;
}

const MOST_PLACES = 3;
/** Words of a sentence that have to occur for it to be called similar. */
const LEAST_SHARED = 2;
const quotation = /[“"«]([^“”"«»]{1,400})[”"»]/g;

/**
 * Where in earlier texts to look for what an annotation says, best first: the places its explanation quotes, else the
 * sentence most like the flagged one. Empty when nothing is near.
 */
export function findEvidence(
  { text, span, explanation }: Flagged,
  sources: readonly Source[],
): EvidencePlace[] {
  const context = wordsOf(sentenceAround(text, span));
  const quoted = [...explanation.matchAll(quotation)]
    .map(([, inner = '']) => inner.replace(/…$/, '').trim())
    .filter((inner) => inner !== '' && inner !== span.trim());
  const places = quoted.flatMap((inner) => bestOccurrence(inner, sources, context) ?? []);
  const distinct = places.filter(
    (place, index) => places.findIndex((other) => samePlace(other, place)) === index,
  );
  if (distinct.length > 0) return distinct.slice(0, MOST_PLACES);
  const similar = mostSimilar(sources, context);
  return similar === null ? [] : [similar];
}

function samePlace(one: EvidencePlace, other: EvidencePlace): boolean {
  return one.sourceId === other.sourceId && one.start_offset === other.start_offset;
}

/** A quotation may stand in many places: the one whose neighbourhood speaks of the same things. */
function bestOccurrence(
  quote: string,
  sources: readonly Source[],
  context: Set<string>,
): EvidencePlace | null {
  const pattern = patternOf(quote);
  let best: { place: EvidencePlace; shared: number } | null = null;
  for (const { id, text } of sources) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const around = wordsOf(text.slice(Math.max(0, match.index - 120), end + 120));
      const shared = [...around].filter((word) => context.has(word)).length;
      if (best === null || shared > best.shared) {
        best = { place: placeOf(id, text, match.index, end, 'quoted'), shared };
      }
    }
  }
  return best?.place ?? null;
}

/** White space may differ, and a number or word must not be part of a longer one. */
function patternOf(quote: string): RegExp {
  const body = quote
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  const before = /^[\p{L}\p{N}]/u.test(quote) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(quote) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(before + body + after, 'giu');
}

function mostSimilar(sources: readonly Source[], context: Set<string>): EvidencePlace | null {
  let best: { place: EvidencePlace; score: number } | null = null;
  for (const { id, text } of sources) {
    for (const { start, end } of sentencesOf(text)) {
      const words = wordsOf(text.slice(start, end));
      const shared = [...words].filter((word) => context.has(word)).length;
      const score = shared / Math.sqrt(words.size || 1);
      if (shared >= LEAST_SHARED && (best === null || score > best.score)) {
        best = { place: placeOf(id, text, start, end, 'similar'), score };
      }
    }
  }
  return best?.place ?? null;
}

function placeOf(
  sourceId: string,
  text: string,
  start: number,
  end: number,
  kind: EvidencePlace['kind'],
): EvidencePlace {
  const startOffset = countCodePoints(text.slice(0, start));
  return {
    sourceId,
    start_offset: startOffset,
    end_offset: startOffset + countCodePoints(text.slice(start, end)),
    kind,
  };
}

function countCodePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function sentenceAround(text: string, span: string): string {
  const at = text.indexOf(span);
  const found = sentencesOf(text).find(({ start, end }) => at >= start && at < end);
  return found === undefined ? text.slice(0, 400) : text.slice(found.start, found.end);
}

/** Sentences without the white space around them, as UTF-16 indexes; a line ends one too. */
function sentencesOf(text: string): { start: number; end: number }[] {
  const sentences: { start: number; end: number }[] = [];
  for (const match of text.matchAll(/[^\s].*?(?:[.!?。！？](?=\s|$)|$)/gmu)) {
    sentences.push({ start: match.index, end: match.index + match[0].length });
  }
  return sentences;
}

/** Words and numbers of some length, in lower case. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]{4,}|\p{N}+/gu) ?? []);
}
