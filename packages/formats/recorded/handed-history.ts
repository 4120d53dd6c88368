import type { CallMessage } from '../spans/span';
import { fromChatForm } from './chat-messages';

const HISTORY =
  /^For context, here is the conversation so far [^\n]*\n<CONVERSATION HISTORY>\n(.*)\n<\/CONVERSATION HISTORY>$/s;
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
  return history.split(/\n(?=\d+\. )/).flatMap((entry) => {
    const [, speaker, content] = MESSAGE.exec(entry) ?? [];
    return speaker === undefined ? [] : [fromChatForm({ role: speaker, content }, 'user')];
  });
}
