import { randomInt } from 'node:crypto';
import type { Message, ToolDefinition } from '../../../packages/formats';
import type { Segment, SegmentSource } from './evidence-segments';

/** Encloses a text of the conversation in delimiter lines that it cannot contain. */
export type Delimiter = (text: string) => string;

const NONCE_DIGITS = 30;

/**
 * A random word for delimiters, about 100 bits. Of digits, since tokenizers split them by three: all words then have
 * the same number of tokens, 10, and an estimate counts what is sent.
 */
export function createNonce(): string {
  return Array.from({ length: NONCE_DIGITS }, () => randomInt(10)).join('');
}

/** Has as many tokens as the random word of any call. */
export const SAMPLE_NONCE = createNonce();

/** Creates a delimiter with `nonce`, a random word that the author of the conversation cannot know. */
export function createDelimiter(nonce: string): Delimiter {
  return (text) => `<<<${nonce}\n${text}\n${nonce}>>>`;
}

/** One section per message part, with a numbered line per segment. */
export function evidenceSections(segments: readonly Segment[], delimit: Delimiter): string[] {
  if (segments.length === 0) return ['(none)'];
  const linesOf = new Map<SegmentSource, string[]>();
  for (const { source, number, text } of segments) {
    const lines = linesOf.get(source) ?? [];
    if (text !== '') lines.push(`${number === null ? '[context]' : `[E${number}]`} ${text}`);
    linesOf.set(source, lines);
  }
  return [...linesOf].map(([source, lines]) =>
    lines.length === 0 ? source.heading : describeSource(source, lines.join('\n'), delimit),
  );
}

/** A message part: its description, then its text between delimiters. */
export function describeSource(
  { heading, toolName }: SegmentSource,
  text: string,
  delimit: Delimiter,
): string {
  const called = toolName === null ? '' : `\n${delimit(toolName)}\nwith the arguments`;
  return `${heading}${called}:\n${delimit(text)}`;
}

/** One line of JSON per tool. */
export function toolLines(tools: readonly ToolDefinition[]): string[] {
  return tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
}

/** A system message with the instructions and a user message with the sections. */
export function promptMessages(instructions: string, sections: readonly string[]): Message[] {
  return [textMessage('system', instructions), textMessage('user', sections.join('\n\n'))];
}

function textMessage(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}
