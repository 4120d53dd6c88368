import type { Annotation } from '../../conversations/evaluations/verdict';
import type { Message } from '../../conversations/transcript/message';
import { sliceCodePoints } from '../../platform/text/code-points';
import { choosePlace, findExactQuote, findQuote } from '../judgement/anchoring';
import type { IssueLabel } from '../judgement/evaluator';
import { argumentPath } from './argument-path';
import type { Finding } from './judge-findings';
import type { JudgeWindow } from './judge-windows';
import type { ReplyPiece } from './reply-pieces';

/** A finding in its place. The explanation of its annotation is as the judge wrote it. */
export interface Issue {
  annotation: Annotation;
  /** Numbers of segments that the judge was shown. */
  citations: number[];
  /** Whether cited evidence shows the text to be wrong, rather than none supporting it. */
  isContradicted: boolean;
}

export interface PlacedFindings {
  issues: Issue[];
  unanchored: number;
}

/**
 * Turns the quotes of a judge into annotations of `reply`. A finding is dropped and counted in `unanchored` when
 * its quote is not in what the judge was shown of the reply, when it stands there several times and its context does
 * not tell which is meant, and when nobody asked for its label. Citations of what the judge was not shown are
 * dropped, and a contradiction without one counts as unsupported.
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
    yield; // a quote that does not stand there is searched for about 0.1 s
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

/** In the part the judge named; where the quote does not stand there, as written in the one other part that has it. */
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

function buildAnnotation(finding: Finding, label: string, place: Place, reply: Message): Annotation {
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

/** By its name, or by a spelling of it such as "Reasoning error" for `reasoning_error`. */
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
