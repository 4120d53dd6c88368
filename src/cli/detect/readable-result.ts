import { createColors } from 'picocolors';
import type { Annotation, EvidenceLocation, JudgedMessage } from '../../../packages/detector';
import { partText, sliceCodePoints } from '../../../packages/text';
import { highlightSpans, quoteRows } from '../shared/highlighted-text';
import { shorten } from '../shared/shorten';
import { formatNumber, oneLine, printable } from '../shared/wording';
import type { DetectedLine } from './detect-lines';
import { readConversation } from './line-conversation';

/** UTF-16 units of a text of the evidence. */
const MAX_EVIDENCE_LENGTH = 200;

/**
 * A reply with issues, for a person: its text with the spans highlighted, and each finding with its reason and evidence.
 * Other lines without a verdict are one line of text, clean ones none. With a baseline, replies without new findings
 * count as clean.
 */
export function formatReadableResult({ line, judged, isNew }: DetectedLine, isColored: boolean): string {
  if ('fault' in judged) return ''; // on stderr
  const { bold } = createColors(isColored);
  const title = bold(titleOf(judged));
  const { verdict } = judged;
  if (verdict.status === 'no_verdict') return `${title}: no verdict. ${oneLine(verdict.message)}\n`;
  if (verdict.status === 'not_judgeable') return `${title}: not judged (${verdict.reason})\n`;
  const { annotations } = verdict;
  if (isNew === null ? annotations.length === 0 : !isNew.includes(true)) return '';
  const conversation = readConversation(line.bytes);
  if ('fault' in conversation) return '';
  const { messages } = conversation;
  return [
    title,
    ...describeParts(messages.at(-1), annotations, isColored),
    ...annotations.flatMap((annotation, index) => [
      '',
      `  ${bold(annotation.label)}${describeConfidence(annotation)}${isNew?.[index] === false ? ', in the baseline' : ''}: "${oneLine(annotation.text)}"`,
      `    Why: ${oneLine(annotation.explanation)}`,
      ...annotation.evidence.map((location) => describeEvidence(location, messages)),
    ]),
    '\n',
  ].join('\n');
}

function titleOf({ number, id, externalId }: DetectedLine['judged']): string {
  const name = externalId ?? id;
  return name === null ? `Line ${number}` : `Line ${number}, ${oneLine(String(name))}`;
}

const describeConfidence = ({ confidence }: Annotation): string =>
  confidence === null ? '' : `, confidence ${formatNumber(confidence, 2)}`;

/** The parts of the reply that have findings. */
function describeParts(
  reply: JudgedMessage | undefined,
  annotations: readonly Annotation[],
  isColored: boolean,
): string[] {
  return (reply?.parts ?? []).flatMap((part, index) => {
    const spans = annotations
      .filter(({ messagePartIndex }) => messagePartIndex === index)
      .map(({ startOffset, endOffset }) => ({ start: startOffset, end: endOffset }));
    if (spans.length === 0) return [];
    const call = part.type === 'tool_call' ? [`  Call of ${printable(part.name)}:`] : [];
    return [...call, ...quoteRows(highlightSpans(partText(part) ?? '', spans, isColored))];
  });
}

function describeEvidence(location: EvidenceLocation, messages: readonly JudgedMessage[]): string {
  const { messageIndex, messagePartIndex, startOffset, endOffset } = location;
  const message = messages[messageIndex];
  const part = message?.parts[messagePartIndex];
  const text = oneLine(sliceCodePoints((part && partText(part)) ?? '', startOffset, endOffset));
  return `    Evidence, message ${messageIndex + 1} (${message?.role}): "${shorten(text, MAX_EVIDENCE_LENGTH)}"`;
}
