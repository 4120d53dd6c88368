import type { MessageRole } from '../../../packages/formats';

/** The size of a message. */
export interface SizedTurn {
  messageId: string;
  role: MessageRole;
  /** Code points of its text and of the names of tools that it calls. */
  chars: number;
  /** In the database, with media. */
  bytes: number;
}

/** How long a conversation is for a replay of its last reply, or up to the replayed one, in code points. */
export interface ReplaySize {
  /** The messages before the last reply; all messages without one. */
  promptMessages: number;
  promptChars: number;
  /** Of the first system or developer message among them; null without one. */
  systemChars: number | null;
  /** Null if there is none. */
  lastReply: { messageId: string; chars: number } | null;
  /** Of the definitions of its tools; 0 without tools. */
  toolsChars: number;
  /** Of all messages in the database. */
  bytes: number;
}

const NO_TOOLS = '[]';

/** `turns` are the messages in order; `toolsChars` is the length of the stored JSON. */
export function replaySizeOf(turns: readonly SizedTurn[], toolsChars: number): ReplaySize {
  const end = turns.findLastIndex(({ role }) => role === 'assistant');
  const reply = turns[end];
  const prompt = end < 0 ? turns : turns.slice(0, end);
  const system = prompt.find(({ role }) => role === 'system' || role === 'developer');
  return {
    promptMessages: prompt.length,
    promptChars: prompt.reduce((sum, { chars }) => sum + chars, 0),
    systemChars: system?.chars ?? null,
    lastReply: reply === undefined ? null : { messageId: reply.messageId, chars: reply.chars },
    toolsChars: toolsChars <= NO_TOOLS.length ? 0 : toolsChars,
    bytes: turns.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
