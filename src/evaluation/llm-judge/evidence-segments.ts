import { type Message, type MessagePart, partText } from '../../conversations/transcript/message';
import { codePointLength } from '../../platform/text/code-points';
import { countTokens } from '../../providers/tokenizer';
import { tileText } from './text-tiles';

/** A description of a message part. */
export interface SegmentSource {
  heading: string;
  /** Null unless it is a tool call. */
  toolName: string | null;
}

/** A sentence or line of the conversation before the reply. */
export interface Segment {
  source: SegmentSource;
  /**
   * The number by which the judge cites it, from 1; null for earlier assistant messages, which are no
   * evidence.
   */
  number: number | null;
  /** One line; empty for an attachment, which cannot be shown. */
  text: string;
  /** Number of code points of the conversation that it represents. */
  length: number;
  /** Estimated size in a prompt. */
  tokens: number;
}

/** Tokens of a heading with its delimiters. */
const tokensPerSource = 60;
/** Tokens of the number before a line and of the line end. */
export const tokensPerLine = 6;
/** Every character that may be read as a line break: a segment must stay on one line. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/**
 * Splits the conversation before the reply, the last message, into numbered segments. Tokens are those of
 * `model`.
 */
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

/** Counts the attachments, which a judge that reads text cannot see. */
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
