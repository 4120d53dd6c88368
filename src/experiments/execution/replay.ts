import type { Message } from '../../../packages/formats';
import { expandTemplate, ownTextOf, partText } from '../../../packages/text';

/** Index of the last assistant message; -1 without one. */
export function lastReplyIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === 'assistant');
}

/** The prompt of an n-1 replay: all messages before the last assistant message, or all messages without one. */
export function promptOf(messages: readonly Message[]): Message[] {
  const end = lastReplyIndex(messages);
  return end < 0 ? [...messages] : messages.slice(0, end);
}

/**
 * The prompt that is sent. An override replaces the first system or developer message, whose text its placeholder
 * inserts; without such a message it comes first. An override without text sends none.
 */
export function sentPromptOf(messages: readonly Message[], override: string | null): Message[] {
  const prompt = promptOf(messages);
  if (override === null) return prompt;
  const position = prompt.findIndex(isSystemMessage);
  const content = expandTemplate(override, systemTextOf(prompt[position]));
  const systemMessages = content.trim() === '' ? [] : [systemMessage(content)];
  return prompt.toSpliced(Math.max(0, position), position < 0 ? 0 : 1, ...systemMessages);
}

/**
 * What a reply is judged against: all that the original conversation states, also what the override leaves out. The
 * messages have their indexes of the conversation; the text of the override follows them.
 */
export function judgedPromptOf(messages: readonly Message[], override: string | null): Message[] {
  const prompt = promptOf(messages);
  const content = ownTextOf(override ?? '');
  return content.trim() === '' ? prompt : [...prompt, systemMessage(content)];
}

function isSystemMessage({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}

function systemTextOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap((part) => partText(part) ?? []).join('\n');
}

function systemMessage(content: string): Message {
  return { role: 'system', name: null, parts: [{ type: 'text', content }] };
}
