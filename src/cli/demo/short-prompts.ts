import { readConversations } from '../shared/conversation-file';

const MAX_INSTRUCTIONS_LENGTH = 200;

/**
 * The lines of the file in which the system prompt can be replaced without taking evidence away: it is missing, or so
 * short that it holds instructions alone.
 */
export async function linesWithShortPrompt(path: string): Promise<Set<number>> {
  const lines = new Set<number>();
  for await (const line of readConversations(path)) {
    if ('record' in line && promptLength(line.record.messages) <= MAX_INSTRUCTIONS_LENGTH)
      lines.add(line.number);
  }
  return lines;
}

/** In characters; whatever is no system prompt in one piece counts as a long one. */
function promptLength(messages: unknown[]): number {
  const prompts = messages
    .map((message) => message as { role?: unknown; content?: unknown } | null)
    .filter((message) => message?.role === 'system' || message?.role === 'developer');
  const [prompt] = prompts;
  if (prompt === undefined) return 0;
  const isPlain = prompts.length === 1 && typeof prompt?.content === 'string';
  return isPlain ? String(prompt?.content).length : Number.POSITIVE_INFINITY;
}
