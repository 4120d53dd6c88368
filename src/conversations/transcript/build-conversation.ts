import { randomUUID } from 'node:crypto';
import type { Message } from '../../../packages/formats';
import { partText, sliceCodePoints } from '../../../packages/text';
import { currentTime } from '../../platform/clock';
import type { Conversation, NewConversation, NewMessage, StoredMessage, Transcript } from './conversation';
import { withFacts } from './message-facts';
import { promptVersionOf, systemDigest, systemMessages } from './prompt-version';

const PREVIEW_CODE_POINTS = 160;

/** The transcript that storing `input` would create; nothing is written. */
export function buildConversation(input: NewConversation, expireAt: Date | null = null): Transcript {
  const id = input.conversationId ?? randomUUID();
  const createdAt = input.createdAt ?? input.messages[0]?.createdAt ?? currentTime();
  const tags = input.tags ?? {};
  const promptVersion = input.messages.some(needsPromptVersion)
    ? promptVersionOf(null, tags, () => systemMessages(input.messages).map(systemDigest))
    : null;
  const messages = withFacts(input.messages).map(
    (message, index): StoredMessage => ({
      id: message.id ?? randomUUID(),
      conversationId: id,
      externalId: message.externalId ?? null,
      sequenceNumber: index,
      role: message.role,
      name: message.name,
      parts: message.parts,
      extra: message.extra ?? null,
      generation: message.generation ?? null,
      isError: message.isError ?? false,
      agentName: message.agentName ?? null,
      promptVersion: needsPromptVersion(message) ? promptVersion : (message.promptVersion ?? null),
      toolCalls: message.toolCalls,
      toolResults: message.toolResults,
      toolNames: message.toolNames,
      verdicts: message.verdicts ?? [],
      createdAt: message.createdAt ?? createdAt,
    }),
  );
  const conversation: Conversation = {
    id,
    workspaceId: input.workspaceId,
    externalId: input.externalId ?? null,
    type: input.type,
    tags,
    tools: input.tools ?? [],
    ...(input.notices && { notices: input.notices }),
    createdAt,
    expireAt,
    ...timesOf(messages, createdAt),
    ...summarize(input.messages),
  };
  return { conversation, messages };
}

/** Traces name that of each reply. */
function needsPromptVersion({ role, promptVersion }: NewMessage): boolean {
  return promptVersion === undefined && role === 'assistant';
}

/** The first and last time of a conversation's messages; without messages, its own time. */
export function timesOf(messages: StoredMessage[], createdAt: Date) {
  const times = messages.length === 0 ? [createdAt] : messages.map((message) => message.createdAt);
  const inOrder = times.toSorted((one, other) => one.getTime() - other.getTime());
  return { firstMessageAt: inOrder[0] ?? createdAt, lastMessageAt: inOrder.at(-1) ?? createdAt };
}

function summarize(messages: NewMessage[]) {
  const parts = messages.flatMap((message) => message.parts);
  const generations = messages.flatMap((message) => message.generation ?? []);
  return {
    preview: previewOf(messages),
    messageCount: messages.length,
    toolCallCount: parts.filter((part) => part.type === 'tool_call').length,
    inputTokens: sumKnown(generations.map((generation) => generation.inputTokens)),
    outputTokens: sumKnown(generations.map((generation) => generation.outputTokens)),
    models: [...new Set(generations.flatMap((generation) => generation.model ?? []))],
  };
}

/** The first 160 code points of the last user message's text with whitespace collapsed; empty without one. */
export function previewOf(messages: Message[]): string {
  const parts = messages.findLast((message) => message.role === 'user')?.parts ?? [];
  const text = parts.flatMap((part) => partText(part) ?? []).join(' ');
  let preview = '';
  // Stops at the length of the preview: the text may have megabytes.
  for (const [word] of text.matchAll(/\S+/g)) {
    preview += preview === '' ? word : ` ${word}`;
    if (preview.length >= 2 * PREVIEW_CODE_POINTS) break;
  }
  return sliceCodePoints(preview, 0, PREVIEW_CODE_POINTS);
}

function sumKnown(counts: (number | null)[]): number | null {
  const numbers = counts.filter((count) => count !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0);
}
