import { readConversations } from '../shared/conversation-file';

const MAX_INSTRUCTIONS_LENGTH = 200;

/**
 * The lines whose system prompt can be replaced without removing evidence: it is absent, or so short that it
 * contains only instructions.
 */
export async function linesWithShortPrompt(path: string): Promise<Set<number>> {
  const lines = new Set<number>();
  for await (const line of readConversations(path)) {
    if ('record' in line && promptLength(line.record.messages) <= MAX_INSTRUCTIONS_LENGTH)
      lines.add(line.number);
  }
  return lines;
}

/** In characters; anything other than a single system prompt counts as long. */
function promptLength(messages: unknown[]): number {
  const prompts = messages
    .map((message) => message as { role?: unknown; content?: unknown } | null)
    .filter((message) => message?.role === 'system' || message?.role === 'developer');
  const [prompt] = prompts;
  if (prompt === undefined) return 0;
  const isPlain = prompts.length === 1 && typeof prompt?.content === 'string';
  return isPlain ? String(prompt?.content).length : Number.POSITIVE_INFINITY;
}
