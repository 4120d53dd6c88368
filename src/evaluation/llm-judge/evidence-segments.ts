import { type Message, type MessagePart, partText } from '../../conversations/transcript/message';
import { codePointLength } from '../../platform/text/code-points';
import { countTokens } from '../../providers/tokenizer';
import { tileText } from './text-tiles';

/** One part of a message, described in our own words. */
export interface SegmentSource {
  heading: string;
  /** Of a tool call. */
  toolName: string | null;
}

/** A sentence or line of the conversation before the reply. */
export interface Segment {
  source: SegmentSource;
  /** What the judge cites it by, from 1; null of what proves nothing, the earlier turns of the assistant. */
  number: number | null;
  /** One line; empty of an attachment, which cannot be shown. */
  text: string;
  /** Code points of the conversation that it stands for. */
  length: number;
  /** What it takes in a prompt; an estimate. */
  tokens: number;
}

/** Tokens of a heading with its fence. */
const tokensPerSource = 60;
/** Tokens of the number before a line and of the line end. */
export const tokensPerLine = 6;
/** Whatever a reader may take for the end of a line, so that only ours begin one. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** What stands before the reply, the last message, as numbered segments; tokens are counted as `model` splits text. */
export function* segmentConversation(messages: readonly Message[], model: string): Generator<Segment> {
  let evidenceCount = 0;
  for (const { role, parts } of messages.slice(0, -1)) {
    for (const part of parts) {
      const isEvidence = role !== 'assistant' || part.type === 'tool_call_response';
      for (const segment of segmentPart(part, role, model)) {
        const isNumbered = isEvidence && segment.text !== '';
        if (isNumbered) evidenceCount += 1;
        yield isNumbered ? { ...segment, number: evidenceCount } : segment;
      }
    }
  }
}

/** How many attachments there are, which a judge of text does not see. */
export function countAttachments(messages: readonly Message[]): number {
  return messages.flatMap(({ parts }) => parts).filter((part) => partText(part) === null).length;
}

function* segmentPart(part: MessagePart, role: Message['role'], model: string): Generator<Segment> {
  const text = partText(part);
  const toolName = part.type === 'tool_call' ? part.name : null;
  const source = { heading: `${role}, ${kindOf(part)}`, toolName };
  if (text === null || text.trim() === '') {
    yield { source, number: null, text: '', length: codePointLength(text ?? ''), tokens: tokensPerSource };
    return;
  }
  const tokensPerUnit = countTokens(text, model) / text.length;
  for (const { start, end } of tileText(text)) {
    const stretch = text.slice(start, end);
    yield {
      source,
      number: null,
      text: stretch
        .replace(/^\s*\n/, '')
        .trimEnd()
        .replace(lineBreaks, ' '),
      length: codePointLength(stretch),
      tokens: tokensPerLine + (end - start) * tokensPerUnit + (start === 0 ? tokensPerSource : 0),
    };
  }
}

function kindOf(part: MessagePart): string {
  switch (part.type) {
    case 'tool_call':
      return 'call of the tool';
    case 'tool_call_response':
      return 'tool result';
    case 'text':
    case 'refusal':
    case 'reasoning':
      return part.type;
    case 'file':
      return 'file attachment, not shown';
    default:
      return `${part.modality} attachment, not shown`;
  }
}
