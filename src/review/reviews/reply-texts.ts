import type { MessagePart } from '../../../packages/formats';
import { codePointLength, codePointSlicer, partText } from '../../../packages/text';
import { findMessage } from '../../conversations/storage/sized-message.repository';
import { notFound } from '../../platform/errors/error-templates';

/** The text of a part, for spans in code points. */
export interface SlicedText {
  length: number;
  slice(start: number, end: number): string;
  /** The tool that the part calls; null for other parts. */
  toolName: string | null;
}

/** Reads texts of the parts of one reply; null for a part without text. */
export type ReplyTexts = (partIndex: number) => Promise<SlicedText | null>;

/** Reads the reply when the first text is needed, and each text once: both may have megabytes. */
export function createReplyTexts(workspaceId: string, messageId: string): ReplyTexts {
  let reading: Promise<MessagePart[]> | null = null;
  const texts = new Map<number, SlicedText | null>();
  return async (partIndex) => {
    reading ??= readParts(workspaceId, messageId);
    const part = (await reading)[partIndex];
    if (part === undefined) return null;
    const cached = texts.get(partIndex);
    if (cached !== undefined) return cached;
    const text = toSlicedText(part);
    texts.set(partIndex, text);
    return text;
  };
}

async function readParts(workspaceId: string, messageId: string): Promise<MessagePart[]> {
  const message = await findMessage(workspaceId, messageId);
  if (message === null) throw notFound('Message', 'message_id');
  return message.parts;
}

function toSlicedText(part: MessagePart): SlicedText | null {
  const text = partText(part);
  if (text === null) return null;
  const toolName = part.type === 'tool_call' ? part.name : null;
  return { length: codePointLength(text), slice: codePointSlicer(text), toolName };
}
