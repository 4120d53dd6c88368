import type { EvidenceLocation } from '../../../packages/detector';
import type { Message, MessagePart } from '../../../packages/formats';
import { codePointLength, partText } from '../../../packages/text';
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
  /** Where the text is; null if it is empty. */
  location: EvidenceLocation | null;
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
  for (const [messageIndex, { role, parts }] of messages.slice(0, -1).entries()) {
    for (const [messagePartIndex, part] of parts.entries()) {
      const isEvidence = role !== 'assistant' || part.type === 'tool_call_response';
      for (const segment of segmentPart(part, { role, messageIndex, messagePartIndex }, model)) {
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

interface PartPlace {
  role: Message['role'];
  messageIndex: number;
  messagePartIndex: number;
}

function* segmentPart(part: MessagePart, { role, ...place }: PartPlace, model: string): Generator<Segment> {
  const text = partText(part);
  const toolName = part.type === 'tool_call' ? part.name : null;
  const source = { heading: `${role}, ${kindOf(part)}`, toolName };
  if (text === null || text.trim() === '') {
    const length = codePointLength(text ?? '');
    yield { source, number: null, text: '', location: null, length, tokens: tokensPerSource };
    return;
  }
  const tokensPerUnit = countTokens(text, model) / text.length;
  let offset = 0;
  for (const { start, end } of tileText(text)) {
    const stretch = text.slice(start, end);
    const length = codePointLength(stretch);
    yield {
      source,
      number: null,
      text: stretch
        .replace(/^\s*\n/, '')
        .trimEnd()
        .replace(lineBreaks, ' '),
      location: locateStretch(stretch, { ...place, startOffset: offset, endOffset: offset + length }),
      length,
      tokens: tokensPerLine + (end - start) * tokensPerUnit + (start === 0 ? tokensPerSource : 0),
    };
    offset += length;
  }
}

/** The location of a stretch without the white space around it, each of which is one code point; null for blank ones. */
function locateStretch(stretch: string, { startOffset, endOffset, ...place }: EvidenceLocation) {
  const leading = stretch.length - stretch.trimStart().length;
  const trailing = stretch.length - stretch.trimEnd().length;
  if (leading === stretch.length) return null;
  return { ...place, startOffset: startOffset + leading, endOffset: endOffset - trailing };
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
