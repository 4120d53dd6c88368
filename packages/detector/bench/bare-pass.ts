import type { Message } from '../../formats';
import { partText } from '../../text';

const WORD = /[\p{L}\p{N}]+/gu;

/** The minimum cost of reading a conversation: splits each text into words once and counts them. */
export function countWords(messages: Message[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of textsOf(messages)) {
    for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** UTF-16 code units of all texts. */
export function characterCount(messages: Message[]): number {
  return textsOf(messages).reduce((sum, text) => sum + text.length, 0);
}

function textsOf(messages: Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.map((part) => partText(part) ?? ''));
}
