import type { Message } from '../../conversations/message';
import { sliceCodePoints } from '../../text/code-points';
import { anchorExactQuote, anchorQuote, type Span } from '../anchoring';
import type { Annotation, IssueLabel } from '../evaluator';
import type { Finding } from './judge-answer';
import { judgedText } from './judged-text';

/**
 * Turns the quotes of a judge into annotations of `reply`. A finding whose quote is not in the reply, or whose
 * label nobody asked for, is dropped and counted in `unanchored`; one that repeats another is just dropped.
 */
export function annotateFindings(
  findings: readonly Finding[],
  reply: Message,
  labels: readonly IssueLabel[],
): { annotations: Annotation[]; unanchored: number } {
  const annotations: Annotation[] = [];
  const takenByQuote = new Map<string, Place[]>();
  let unanchored = 0;

  for (const finding of findings) {
    const label = findLabel(finding.label, labels);
    const taken = takenByQuote.get(finding.quote) ?? [];
    const place = findPlace(finding, reply, taken);
    if (label === undefined || place === null) {
      unanchored += 1;
      continue;
    }
    takenByQuote.set(finding.quote, [...taken, place]);
    const annotation = makeAnnotation(finding, label.name, place, reply);
    if (!annotations.some((other) => isSameIssue(other, annotation))) annotations.push(annotation);
  }
  return { annotations, unanchored };
}

interface Place extends Span {
  partIndex: number;
}

/** In the part the judge named; else, as written, in the first other part that has the quote. */
function findPlace({ part, quote }: Finding, reply: Message, taken: readonly Place[]): Place | null {
  const named = findInPart(anchorQuote, part, quote, reply, taken);
  if (named !== null) return named;
  for (const partIndex of reply.parts.keys()) {
    const place = findInPart(anchorExactQuote, partIndex, quote, reply, taken);
    if (place !== null) return place;
  }
  return null;
}

function findInPart(
  anchor: typeof anchorQuote,
  partIndex: number,
  quote: string,
  reply: Message,
  taken: readonly Place[],
): Place | null {
  const text = judgedText(reply.parts[partIndex]);
  if (text === null || quote.trim() === '') return null;
  const takenHere = taken.filter((place) => place.partIndex === partIndex);
  const span = anchor(text, quote, takenHere);
  return span === null ? null : { ...span, partIndex };
}

function makeAnnotation(
  { explanation, parameter }: Finding,
  label: string,
  place: Place,
  reply: Message,
): Annotation {
  const part = reply.parts[place.partIndex];
  const toolName = part?.type === 'tool_call' ? part.name : null;
  return {
    text: sliceCodePoints(judgedText(part) ?? '', place.start, place.end),
    label,
    explanation,
    messagePartIndex: place.partIndex,
    startOffset: place.start,
    endOffset: place.end,
    toolName,
    parameterName: toolName === null ? null : parameter,
    confidence: null,
  };
}

function isSameIssue(one: Annotation, other: Annotation): boolean {
  return (
    one.label === other.label &&
    one.messagePartIndex === other.messagePartIndex &&
    one.startOffset === other.startOffset &&
    one.endOffset === other.endOffset
  );
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
