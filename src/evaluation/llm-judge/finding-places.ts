import { type Annotation, type IssueLabel, nameOfPath, scanJsonLeaves } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { codePointConverter, codePointSlicer } from '../../../packages/text';
import { findExactQuote, findQuote, placesInside, type Span } from '../judgment/find-quote';
import type { Finding } from './judge-findings';
import type { JudgeWindow } from './judge-windows';
import type { ReplyPiece } from './reply-pieces';

/** Occurrences of one quote that are marked. */
const MAX_PLACES = 100;
/** Occurrences after the first that are marked over all findings of a window. Merging is quadratic in their number. */
const MAX_REPEATED_PLACES = 1000;

/** An annotation without its evidence, which are the citations of its issue. */
export type PlacedAnnotation = Omit<Annotation, 'evidence'>;

/**
 * A finding with its place in the reply. The explanation of the annotation is that of the judge, unchanged.
 */
export interface Issue {
  annotation: PlacedAnnotation;
  /** Numbers of cited segments. */
  citations: number[];
  /** Whether cited evidence contradicts the text; otherwise no evidence supports it. */
  isContradicted: boolean;
}

export interface PlacedFindings {
  issues: Issue[];
  /** Findings without a place or a label. */
  unanchored: Finding[];
}

/**
 * Turns the quotes of a judge into annotations of `reply`. A quote that occurs several times, with nothing that
 * singles one occurrence out, becomes an annotation for each, with equal explanations and citations; so do the parts of
 * a quote with an ellipsis. A finding is `unanchored` if its quote is not in the window, or if its label is unknown.
 * Citations of segments outside the window are dropped; a contradiction without citations counts as
 * unsupported.
 */
export function* placeFindings(
  findings: readonly Finding[],
  { segments, reply: pieces }: JudgeWindow,
  reply: Message,
  labels: readonly IssueLabel[],
): Generator<undefined, PlacedFindings> {
  const numbers = new Set(segments.map(({ number }) => number));
  const issues: Issue[] = [];
  const unanchored: Finding[] = [];
  let room = MAX_REPEATED_PLACES;
  for (const finding of findings) {
    const label = findLabel(finding.label, labels);
    const places = findPlaces(finding, pieces);
    yield; // the search for a quote that does not occur takes about 0.1 s
    if (label === undefined || places.length === 0) {
      unanchored.push(finding);
      continue;
    }
    const citations = [...new Set(finding.evidence)].filter((number) => numbers.has(number));
    const isContradicted = finding.basis === 'contradicted' && citations.length > 0;
    const limitedPlaces = places.slice(0, Math.min(MAX_PLACES, 1 + room));
    room -= limitedPlaces.length - 1;
    for (const place of limitedPlaces) {
      const annotation = buildAnnotation(finding, label.name, place, reply);
      issues.push({ annotation, citations, isContradicted });
    }
  }
  return { issues, unanchored };
}

/** In code points of the part. */
interface Place {
  partIndex: number;
  text: string;
  start: number;
  end: number;
}

/** The occurrences of a quote in a piece of the reply. */
interface Occurrences {
  piece: ReplyPiece;
  spans: Span[];
}

/** The occurrences of the quote: those inside the context that the judge named, if there are any, else all. */
function findPlaces({ quote, part, context }: Finding, pieces: readonly ReplyPiece[]): Place[] {
  if (quote.trim() === '') return [];
  const occurrences = findOccurrences(quote, part, pieces);
  if (context === null || occurrences.flatMap(({ spans }) => spans).length <= 1)
    return occurrences.flatMap(toPlaces);
  const meant = occurrences.map(({ piece, spans }) => ({
    piece,
    spans: placesInside(piece.text, spans, context),
  }));
  return (meant.some(({ spans }) => spans.length > 0) ? meant : occurrences).flatMap(toPlaces);
}

/** Searches the part that the judge named, or all; if the quote is not in it, all parts for exact occurrences. */
function findOccurrences(quote: string, part: number | null, pieces: readonly ReplyPiece[]): Occurrences[] {
  const searched = pieces.filter(({ partIndex }) => part === null || partIndex === part);
  const found = searched.map((piece) => ({ piece, spans: findQuote(piece.text, quote) }));
  if (found.some(({ spans }) => spans.length > 0)) return found;
  return pieces.map((piece) => ({ piece, spans: findExactQuote(piece.text, quote) }));
}

function toPlaces({ piece: { partIndex, text, offset }, spans }: Occurrences): Place[] {
  const slice = codePointSlicer(text);
  return spans.slice(0, MAX_PLACES).map(({ start, end }) => ({
    partIndex,
    text: slice(start, end),
    start: start + offset,
    end: end + offset,
  }));
}

function buildAnnotation(finding: Finding, label: string, place: Place, reply: Message): PlacedAnnotation {
  const part = reply.parts[place.partIndex];
  const call = part?.type === 'tool_call' ? part : null;
  return {
    text: place.text,
    label,
    explanation: finding.explanation,
    messagePartIndex: place.partIndex,
    startOffset: place.start,
    endOffset: place.end,
    toolName: call?.name ?? null,
    parameterName: call && argumentPath(call.arguments, place.start, place.end, finding.parameter),
    confidence: null,
  };
}

/** Matches the name, or a spelling of it such as "Reasoning error" for `reasoning_error`. */
function findLabel(judgeLabel: string, labels: readonly IssueLabel[]): IssueLabel | undefined {
  return (
    labels.find(({ name }) => name === judgeLabel) ??
    labels.find(({ name }) => plainName(name) === plainName(judgeLabel))
  );
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

/**
 * The dotted path of the argument that contains the code points `start` to `end` of `args`. If they overlap
 * several arguments, or only names, it is the path that the judge named, if that is a prefix of theirs; else
 * null.
 */
function argumentPath(args: string, start: number, end: number, named: string | null): string | null {
  const leaves = scanJsonLeaves(args) ?? [];
  const offsetOf = codePointConverter(args);
  const touched = leaves.filter((leaf) => offsetOf(leaf.start) < end && offsetOf(leaf.end) > start);
  const paths = (touched.length > 0 ? touched : leaves).map(({ path }) => nameOfPath(path));
  if (touched.length === 1) return paths[0] || null; // the path is empty if the arguments are a bare value
  return paths.some((path) => path === named || path.startsWith(`${named}.`)) ? named : null;
}
