import type { Message } from '../../../packages/formats';
import { codePointLength, partText } from '../../../packages/text';
import type { Coverage } from '../../conversations/evaluations/verdict';
import { countMessageTokens, tokensPerConversation } from '../../providers/tokenizer';

/** Code points of all texts before the reply, which is the last of `messages`. */
export function evidenceLength(messages: readonly Message[]): number {
  return messages.slice(0, -1).reduce((sum, message) => sum + textLength(message), 0);
}

const textLength = ({ parts }: Message): number =>
  parts.reduce((sum, part) => sum + codePointLength(partText(part) ?? ''), 0);

/** Measures a conversation up to one message after another, in order; each message is counted once. */
export class ConversationExtent {
  private position = -1;
  private tokens = 0;
  private length = 0;

  constructor(private readonly messages: readonly Message[]) {}

  /**
   * The input of an evaluation of the message at `position`, which must not decrease: tokens including the
   * message itself, and code points of all texts before it.
   */
  upTo(position: number): { inputTokens: number; evidenceTotal: number } {
    const last = Math.min(position, this.messages.length - 1);
    while (this.position < last) {
      const before = this.messages[this.position];
      this.length += before === undefined ? 0 : textLength(before);
      this.position += 1;
      const tokens = countMessageTokens([this.messages[this.position] as Message]);
      this.tokens += this.tokens === 0 ? tokens : tokens - tokensPerConversation;
    }
    return { inputTokens: this.tokens, evidenceTotal: this.length };
  }
}

/** The coverage of an evaluator that compared the reply with the whole conversation before it. */
export function fullCoverage(messages: readonly Message[], limits: string[]): Coverage {
  const evidenceTotal = evidenceLength(messages);
  return { windows: 1, evidenceExamined: evidenceTotal, evidenceTotal, limits };
}
