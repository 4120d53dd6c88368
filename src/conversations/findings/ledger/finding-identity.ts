import { groupBy } from '../../../platform/group-by';

/** A span of a message part, in code points; the end is exclusive. */
export interface PartSpan {
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
  label: string;
}

/** A stored span with the id of its finding. Several may have one id, if several evaluators report it. */
export interface IdentifiedSpan extends PartSpan {
  findingId: string;
}

/** Spans with at least this intersection ÷ union may be one finding. */
const MIN_OVERLAP = 0.5;

interface Candidate {
  previous: IdentifiedSpan;
  index: number;
  span: PartSpan;
  intersection: number;
  overlap: number;
}

/**
 * For each span of an evaluation, the id of the stored finding that it is, in order; null for a new finding.
 *
 * Spans of one part match one to one, if their intersection ÷ union is at least 0.5. Of all pairs the one with the
 * largest intersection matches first. So of a split span the larger part gets the id, and a merged span gets the id
 * of the larger. Equal pairs are ordered by overlap, then equal labels, then the starts, the id and the index, which
 * makes the result independent of the order of `previous`. Who reported a span, and with which label, does not matter
 * otherwise.
 */
export function matchSpans(
  previous: readonly IdentifiedSpan[],
  next: readonly PartSpan[],
): (string | null)[] {
  const ids: (string | null)[] = next.map(() => null);
  const usedIds = new Set<string>();
  const match = (candidates: Candidate[]) => {
    for (const { previous: one, index } of candidates.sort(largestFirst)) {
      if (ids[index] !== null || usedIds.has(one.findingId)) continue;
      ids[index] = one.findingId;
      usedIds.add(one.findingId);
    }
  };
  const byStart = previous.toSorted((one, other) => one.startOffset - other.startOffset);
  // No pair of either span is larger than one of equal spans, so those match before the others are compared.
  match(equalPairs(byStart, next));
  const rest = byStart.filter(({ findingId }) => !usedIds.has(findingId));
  match(next.flatMap((span, index) => (ids[index] === null ? overlappingPairs(rest, span, index) : [])));
  return ids;
}

function equalPairs(previous: readonly IdentifiedSpan[], next: readonly PartSpan[]): Candidate[] {
  const bySpan = groupBy(previous, spanKey);
  return next.flatMap((span, index) =>
    (bySpan.get(spanKey(span)) ?? []).map((one) => candidateOf(one, span, index)),
  );
}

const spanKey = ({ messagePartIndex, startOffset, endOffset }: PartSpan) =>
  `${messagePartIndex}/${startOffset}/${endOffset}`;

/** `previous` is ordered by start. */
function overlappingPairs(previous: readonly IdentifiedSpan[], span: PartSpan, index: number): Candidate[] {
  // A span that begins earlier by more than this one's length cannot overlap by half.
  const earliest = span.startOffset - (span.endOffset - span.startOffset);
  const candidates: Candidate[] = [];
  for (let at = firstFrom(previous, earliest); at < previous.length; at += 1) {
    const one = previous[at] as IdentifiedSpan;
    if (one.startOffset >= span.endOffset) break;
    if (one.messagePartIndex !== span.messagePartIndex) continue;
    const candidate = candidateOf(one, span, index);
    if (candidate.overlap >= MIN_OVERLAP) candidates.push(candidate);
  }
  return candidates;
}

/** The first index whose span begins at `start` or later. */
function firstFrom(spans: readonly IdentifiedSpan[], start: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as IdentifiedSpan).startOffset < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function candidateOf(previous: IdentifiedSpan, span: PartSpan, index: number): Candidate {
  const start = Math.max(previous.startOffset, span.startOffset);
  const intersection = Math.max(0, Math.min(previous.endOffset, span.endOffset) - start);
  const lengths = previous.endOffset - previous.startOffset + span.endOffset - span.startOffset;
  const union = lengths - intersection;
  // Two empty spans are compared only if they are equal.
  return { previous, index, span, intersection, overlap: union === 0 ? 1 : intersection / union };
}

function largestFirst(one: Candidate, other: Candidate): number {
  return (
    other.intersection - one.intersection ||
    other.overlap - one.overlap ||
    Number(hasOneLabel(other)) - Number(hasOneLabel(one)) ||
    one.span.startOffset - other.span.startOffset ||
    one.previous.startOffset - other.previous.startOffset ||
    compareTexts(one.previous.findingId, other.previous.findingId) ||
    one.index - other.index
  );
}

const hasOneLabel = ({ previous, span }: Candidate) => previous.label === span.label;

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
