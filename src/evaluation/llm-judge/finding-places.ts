import type { Annotation } from '../../conversations/evaluations/verdict';
import type { Message } from '../../conversations/transcript/message';
import { sliceCodePoints } from '../../platform/text/code-points';
import type { IssueLabel } from '../judgment/evaluator';
import { choosePlace, findExactQuote, findQuote } from '../judgment/find-quote';
import { argumentPath } from './argument-path';
import type { Finding } from './judge-findings';
import type { JudgeWindow } from './judge-windows';
import type { ReplyPiece } from './reply-pieces';

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
  unanchored: number;
}

/**
 * Turns the quotes of a judge into annotations of `reply`. A finding is dropped and counted in `unanchored`
 * if its quote is not in the window, if it is ambiguous even with its context, or if its label is unknown.
 * Citations of segments outside the window are dropped; a contradiction without citations counts as
 * unsupported.
 */
export function* placeFindings(
  findings: readonly Finding[],
  { segments, reply: pieces }: JudgeWindow,
  reply: Message,
  labels: readonly IssueLabel[],
): Generator<undefined, PlacedFindings> {
  const shown = new Set(segments.map(({ number }) => number));
  const issues: Issue[] = [];
  for (const finding of findings) {
    const label = findLabel(finding.label, labels);
    const place = findPlace(finding, pieces);
    yield; // the search for a quote that does not occur takes about 0.1 s
    if (label === undefined || place === null) continue;
    const citations = [...new Set(finding.evidence)].filter((number) => shown.has(number));
    const annotation = buildAnnotation(finding, label.name, place, reply);
    const isContradicted = finding.basis === 'contradicted' && citations.length > 0;
    issues.push({ annotation, citations, isContradicted });
  }
  return { issues, unanchored: findings.length - issues.length };
}

/** In code points of the part. */
interface Place {
  partIndex: number;
  text: string;
  start: number;
  end: number;
}

/**
 * Searches the part that the judge named; if the quote is not in it, the only other part with an exact
 * occurrence.
 */
function findPlace(finding: Finding, pieces: readonly ReplyPiece[]): Place | null {
  if (finding.quote.trim() === '') return null;
  const named = pieces.find(({ partIndex }) => partIndex === finding.part);
  const inNamed = named === undefined ? [] : findQuote(named.text, finding.quote);
  if (named !== undefined && inNamed.length > 0) {
    return placeIn(named, choosePlace(named.text, inNamed, finding.context));
  }
  const others = pieces.filter(({ text }) => findExactQuote(text, finding.quote).length > 0);
  const [other] = others;
  if (other === undefined || others.length > 1) return null;
  return placeIn(other, choosePlace(other.text, findExactQuote(other.text, finding.quote), finding.context));
}

function placeIn(
  { partIndex, text, offset }: ReplyPiece,
  span: ReturnType<typeof choosePlace>,
): Place | null {
  if (span === null) return null;
  const { start, end } = span;
  return { partIndex, text: sliceCodePoints(text, start, end), start: start + offset, end: end + offset };
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
function findLabel(written: string, labels: readonly IssueLabel[]): IssueLabel | undefined {
  return (
    labels.find(({ name }) => name === written) ??
    labels.find(({ name }) => plainName(name) === plainName(written))
  );
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}
