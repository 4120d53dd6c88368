import type { Span } from './segments';

/** The span of a finding in a part of a message. */
interface FoundSpan extends Span {
  message_part_index: number;
}

interface LinkedFinding extends FoundSpan {
  conversation_id: string;
  message_id: string;
  evaluator_id: string | null;
  evaluator_version: number | null;
  experiment_id: string | null;
  item_id: string | null;
}

/** The path of the page that shows a finding, which opens at its span; relative to the workspace. */
export function findingPath(finding: LinkedFinding): string {
  const span = writeSpan(finding.message_id, finding);
  if (finding.experiment_id !== null) {
    const item = finding.item_id === null ? {} : { item: finding.item_id, span };
    return `experiments/${finding.experiment_id}?${new URLSearchParams({ tab: 'items', ...item })}`;
  }
  const evaluator =
    finding.evaluator_id === null
      ? {}
      : { evaluator: `${finding.evaluator_id}.${finding.evaluator_version}` };
  return `conversations/${finding.conversation_id}?${new URLSearchParams({ ...evaluator, span })}`;
}

function writeSpan(
  messageId: string,
  { message_part_index: part, start_offset, end_offset }: FoundSpan,
): string {
  return `${messageId}.${part}.${start_offset}.${end_offset}`;
}

/** A span as a URL parameter names it; null without one. */
export function readSpan(text: string | null): (FoundSpan & { messageId: string }) | null {
  const match = /^([0-9a-f-]{36})\.(\d+)\.(\d+)\.(\d+)$/.exec(text ?? '');
  if (match === null) return null;
  const [, messageId = '', part, start, end] = match;
  return {
    messageId,
    message_part_index: Number(part),
    start_offset: Number(start),
    end_offset: Number(end),
  };
}
