import { codePointConverter } from '../../../packages/text';
import type { PlantedError } from '../shared/conversation-file';

/** The number of documented errors of a conversation, and of those that a flagged span touches. */
export interface PlantedFound {
  planted: number;
  found: number;
}

interface Span {
  message_part_index: number;
  start_offset: number;
  end_offset: number;
}

/** Compares flagged spans, in code points, with the documented errors. One shared character is enough. */
export function findPlanted(planted: PlantedError[], parts: string[], spans: Span[]): PlantedFound {
  const isFound = ({ part, text }: PlantedError) => {
    const partText = parts[part] ?? '';
    const index = partText.indexOf(text);
    if (index === -1) return false;
    const toCodePoints = codePointConverter(partText);
    const start = toCodePoints(index);
    const end = toCodePoints(index + text.length);
    return spans.some(
      (span) => span.message_part_index === part && span.start_offset < end && span.end_offset > start,
    );
  };
  return { planted: planted.length, found: planted.filter(isFound).length };
}
