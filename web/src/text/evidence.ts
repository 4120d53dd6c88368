import { codePointLength, partText } from '../../../packages/text';
import type { EvidenceLocation, Message } from '../api/types';

/** Whether the shown messages contain a location; the texts of very long messages are truncated. */
export function isLocationShown(messages: readonly Message[], location: EvidenceLocation): boolean {
  const part = messages[location.message_index]?.parts[location.message_part_index];
  const text = (part && partText(part)) ?? '';
  return location.end_offset <= codePointLength(text);
}
