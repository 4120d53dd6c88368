import type { Annotation } from '../../../packages/detector';
import type { GoldSpan } from './labeled-case';

/** Numbers of code points of one message: inside annotations, inside known errors, inside both. */
export interface CharacterCounts {
  predicted: number;
  gold: number;
  shared: number;
}

/**
 * A known error with the label of its annotation (null if missed), or an annotation without an error (`gold`
 * null).
 */
export interface LabelMatch {
  gold: string | null;
  predicted: string | null;
}

interface Stretch {
  part: number;
  start: number;
  end: number;
}

/** Counts each character once, even if several annotations cover it. */
export function countCharacters(gold: GoldSpan[], annotations: Annotation[]): CharacterCounts {
  const predicted = annotations.map(stretchOf);
  const predictedLength = coveredLength(predicted);
  const goldLength = coveredLength(gold);
  const shared = predictedLength + goldLength - coveredLength([...predicted, ...gold]);
  return { predicted: predictedLength, gold: goldLength, shared };
}

/** Matches each known error with the annotation that shares the most characters with it. */
export function matchLabels(gold: GoldSpan[], annotations: Annotation[]): LabelMatch[] {
  const goldMatches = gold.map((span): LabelMatch => {
    let best: { label: string | null; shared: number } = { label: null, shared: 0 };
    for (const annotation of annotations) {
      const shared = sharedLength(span, stretchOf(annotation));
      if (shared > best.shared) best = { label: annotation.label, shared };
    }
    return { gold: span.label, predicted: best.label };
  });
  const spurious = annotations
    .filter((annotation) => !gold.some((span) => sharedLength(span, stretchOf(annotation)) > 0))
    .map(({ label }): LabelMatch => ({ gold: null, predicted: label }));
  return [...goldMatches, ...spurious];
}

/** Number of code points that both spans cover. */
export function sharedLength(one: Stretch, other: Stretch): number {
  if (one.part !== other.part) return 0;
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}

export function stretchOf({ messagePartIndex, startOffset, endOffset }: Annotation): Stretch {
  return { part: messagePartIndex, start: startOffset, end: endOffset };
}

function coveredLength(stretches: Stretch[]): number {
  const sorted = [...stretches].sort((a, b) => a.part - b.part || a.start - b.start);
  let length = 0;
  let part = -1;
  let reached = 0;
  for (const stretch of sorted) {
    if (stretch.part !== part) reached = 0;
    part = stretch.part;
    length += Math.max(0, stretch.end - Math.max(stretch.start, reached));
    reached = Math.max(reached, stretch.end);
  }
  return length;
}
