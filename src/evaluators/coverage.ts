import { type Message, partText } from '../conversations/message';
import { codePointLength } from '../text/code-points';
import type { Coverage } from './evaluator';

/** Code points of all texts before the reply, the last message of `messages`. */
export function evidenceLength(messages: readonly Message[]): number {
  return messages
    .slice(0, -1)
    .flatMap(({ parts }) => parts.map(partText))
    .reduce((sum, text) => sum + codePointLength(text ?? ''), 0);
}

/** The coverage of an evaluator that compared the reply with everything before it, at once. */
export function fullCoverage(messages: readonly Message[], limits: string[]): Coverage {
  const evidenceTotal = evidenceLength(messages);
  return { windows: 1, evidenceExamined: evidenceTotal, evidenceTotal, limits };
}
