import type { Message, ToolDefinition } from '../../conversations/transcript/message';
import type { Segment, SegmentSource } from './evidence-segments';

/** Puts a text of the conversation between lines that it cannot contain. */
export type Delimiter = (text: string) => string;

/** A delimit with `nonce`, a random word that whoever wrote the conversation cannot know. */
export function createDelimiter(nonce: string): Delimiter {
  return (text) => `<<<${nonce}\n${text}\n${nonce}>>>`;
}

/** Segments of one part of a message together, a line each that begins with its number. */
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

/** A part of a message: what it is in our words, its text between fences. */
export function describeSource(
  { heading, toolName }: SegmentSource,
  text: string,
  delimit: Delimiter,
): string {
  const called = toolName === null ? '' : `\n${delimit(toolName)}\nwith the arguments`;
  return `${heading}${called}:\n${delimit(text)}`;
}

/** Each tool as one line of JSON. */
export function toolLines(tools: readonly ToolDefinition[]): string[] {
  return tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
}

/** A system message of instructions and a user message of sections. */
export function promptMessages(instructions: string, sections: readonly string[]): Message[] {
  return [textMessage('system', instructions), textMessage('user', sections.join('\n\n'))];
}

function textMessage(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}
