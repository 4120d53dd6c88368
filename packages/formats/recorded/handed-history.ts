import type { CallMessage } from '../spans/span';
import { fromChatForm } from './chat-messages';

const HISTORY =
  /^For context, here is the conversation so far [^\n]*\n<CONVERSATION HISTORY>\n(.*)\n<\/CONVERSATION HISTORY>$/s;
const ENTRY = /^(\d+)\. [a-z_]+: /;
const MESSAGE = /^\d+\. (user|assistant): (.*)$/s;

/**
 * OpenAI Agents 0.6 writes the conversation before a handoff as one numbered text for the next agent: these are
 * its messages. Calls of tools are items after it too.
 */
export function readHandedHistory(message: CallMessage): CallMessage[] {
  const { role, parts } = message;
  const [first, ...others] = parts;
  if (role !== 'assistant' || first?.type !== 'text' || others.length > 0) return [message];
  const history = HISTORY.exec(first.content)?.[1];
  if (history === undefined) return [message];
  return splitEntries(history).flatMap((entry) => {
    const [, speaker, content] = MESSAGE.exec(entry) ?? [];
    return speaker === undefined ? [] : [fromChatForm({ role: speaker, content }, 'user')];
  });
}

/** The numbered entries. A list inside a message has other numbers, or names no speaker and no kind of item. */
function splitEntries(history: string): string[] {
  const entries: string[][] = [];
  for (const line of history.split('\n')) {
    if (ENTRY.exec(line)?.[1] === String(entries.length + 1)) entries.push([line]);
    else entries.at(-1)?.push(line);
  }
  return entries.map((lines) => lines.join('\n'));
}
