import { codePointLength, countPlaceholders, expandTemplate } from '../../../packages/text';
import type { ReplaySize } from '../../conversations/transcript/replay-size';
import { tokensPerConversation, tokensPerMessage } from '../../providers/tokenizer';

/** The size of a prompt, in messages and code points of text. */
export interface SentSize {
  messages: number;
  chars: number;
}

/** The size of what `sentPromptOf` returns for a conversation. */
export function sentSizeOf(size: ReplaySize, override: string | null): SentSize {
  const { promptMessages: messages, promptChars: chars, systemChars } = size;
  if (override === null) return { messages, chars };
  const inserted = countPlaceholders(override) * (systemChars ?? 0);
  return {
    messages: messages + (systemChars === null ? 1 : 0),
    chars: chars - (systemChars ?? 0) + codePointLength(expandTemplate(override, '')) + inserted,
  };
}

/** The tokens of a prompt in addition to its text. */
export function tokensOfFrames({ messages }: SentSize): number {
  return messages === 0 ? 0 : tokensPerConversation + messages * tokensPerMessage;
}
