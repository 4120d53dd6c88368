import { createColors } from 'picocolors';
import type { FindingDetail, Message } from '../../../packages/client';
import { codePointLength, partText, sliceCodePoints } from '../../../packages/text';
import { shorten } from '../shared/shorten';
import { formatNumber, oneLine } from '../shared/wording';

type Report = FindingDetail['reports'][number];

/** UTF-16 units of a text of the evidence. */
const MAX_EVIDENCE_LENGTH = 200;

/** A finding with each report of it and its evidence, for a person; `messages` are those of its conversation. */
export function describeFinding(
  { id, conversation_id: conversationId, message_id: messageId, review, reports }: FindingDetail,
  messages: readonly Message[],
  isColored: boolean,
): string {
  const { bold } = createColors(isColored);
  return [
    `Finding ${id}, ${review ?? 'not reviewed'}`,
    `Message ${messageId} of conversation ${conversationId}`,
    ...reports.flatMap((report) => [
      '',
      `${bold(report.label)}${describeSource(report)}: "${oneLine(report.text)}"`,
      `  Why: ${oneLine(report.explanation)}`,
      ...report.evidence.map((location) => `  Evidence, ${describeEvidence(location, messages)}`),
    ]),
  ].join('\n');
}

function describeSource({ evaluator_id: evaluatorId, confidence, is_current: isCurrent }: Report): string {
  return [
    confidence === null ? '' : `, confidence ${formatNumber(confidence, 2)}`,
    evaluatorId === null ? ', marked by a person' : '',
    isCurrent ? '' : ', no longer reported',
  ].join('');
}

function describeEvidence(location: Report['evidence'][number], messages: readonly Message[]): string {
  const { message_index: index, start_offset: start, end_offset: end } = location;
  const message = messages[index];
  const part = message?.parts[location.message_part_index];
  const text = (part && partText(part)) ?? '';
  const place = `message ${index + 1}${message === undefined ? '' : ` (${message.role})`}`;
  if (end > codePointLength(text)) return `${place}, characters ${start} to ${end}`; // in a prompt, or truncated
  const quoted = oneLine(sliceCodePoints(text, start, end));
  return `${place}: "${shorten(quoted, MAX_EVIDENCE_LENGTH)}"`;
}
