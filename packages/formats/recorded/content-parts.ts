import { readBlock } from '../anthropic/content-blocks';
import type { MessagePart } from '../model/message';
import { contentPartSchema } from '../openai-chat/chat-message.schema';
import { audioPart, filePart, imagePart } from '../openai-chat/openai-media';
import { fromContentPart, toResponses } from '../openai-chat/openai-messages';
import { fieldsOf } from '../values/fields';
import { asText, textOrNull } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';
import { readMedia } from './media-part';
import { joinTexts, readToolResult } from './tool-results';

/** The parts of a `content` field: text, or a list of content parts; others as JSON text. */
export function contentParts(content: unknown): MessagePart[] {
  if (content === undefined || content === null) return [];
  if (!Array.isArray(content)) return [{ type: 'text', content: asText(content) }];
  return content.filter(isRecorded).flatMap(readContentPart);
}

const textTypes: readonly unknown[] = ['text', 'reasoning', 'thinking'];

/** Whether a part has what its type says: clients leave out the text that they are configured not to record. */
export function isRecorded(value: unknown): boolean {
  const { type, ...rest } = fieldsOf(value);
  return !textTypes.includes(type) || Object.keys(rest).length > 0;
}

function readContentPart(value: unknown): MessagePart[] {
  if (typeof value === 'string') return [{ type: 'text', content: value }];
  const part = fieldsOf(value);
  const read = readToolPart(part) ?? readReasoning(part) ?? readOpenAIPart(part);
  if (read !== null) return [read].flat();
  const media = readBlock(part) ?? readMedia(part);
  if (media === null) return [{ type: 'text', content: asText(value) }];
  return Array.isArray(media) ? media : [media];
}

/** Calls and results in the content: of the AI SDK, of Bedrock's Converse API, and texts of Anthropic's results. */
function readToolPart({
  type,
  toolUse,
  toolResult,
  ...part
}: Record<string, unknown>): MessagePart | MessagePart[] | null {
  if (type === 'tool_result' && (!Array.isArray(part.content) || joinTexts(part.content) !== null)) {
    return resultPart(part.tool_use_id, part.content);
  }
  // Of the Responses API, in messages of LangChain.
  if (type === 'function_call') return toolCallPart(part.call_id ?? part.id, part.name, part.arguments);
  if (type === 'function_call_output') return resultPart(part.call_id, part.output);
  if (type === 'tool-call') return toolCallPart(part.toolCallId, part.toolName, part.input ?? part.args);
  if (type === 'tool-result') return resultPart(part.toolCallId, part.output ?? part.result);
  if (toolUse !== undefined) {
    const { toolUseId, name, input } = fieldsOf(toolUse);
    return toolCallPart(toolUseId, name, input);
  }
  if (toolResult === undefined) return null;
  const { toolUseId, content } = fieldsOf(toolResult);
  return resultPart(toolUseId, content);
}

/** The result of a tool; its media are parts next to its texts. */
function resultPart(id: unknown, value: unknown): MessagePart | MessagePart[] {
  const { type, value: inner } = fieldsOf(value);
  const list = type === 'content' ? inner : value;
  if (Array.isArray(list) && list.some((entry) => readMedia(fieldsOf(entry)) !== null)) {
    return toResponses(textOrNull(id), contentParts(list));
  }
  return { type: 'tool_call_response', id: textOrNull(id), response: readToolResult(value).text };
}

function readReasoning({ type, ...part }: Record<string, unknown>): MessagePart | null {
  const converse = fieldsOf(fieldsOf(part.reasoningContent).reasoningText).text;
  if (converse !== undefined) return { type: 'reasoning', content: asText(converse) };
  if (type !== 'thinking' && type !== 'reasoning') return null;
  const summary = Array.isArray(part.summary) ? joinTexts(part.summary.map(withoutType)) : undefined;
  const thought = part.thinking ?? part.reasoning ?? part.text ?? part.content ?? summary;
  return { type: 'reasoning', content: asText(thought) };
}

/** The texts of a summary have a type that no other text has. */
function withoutType(value: unknown): unknown {
  return { text: fieldsOf(value).text };
}

/** A part of OpenAI's forms; Bedrock's texts have no type. */
function readOpenAIPart(part: Record<string, unknown>): MessagePart | null {
  if (typeof part.refusal === 'string') return { type: 'refusal', content: part.refusal };
  if (typeof part.text === 'string') return { type: 'text', content: part.text };
  const { data } = contentPartSchema.safeParse(part);
  return data === undefined ? readMediaField(part) : fromContentPart(data);
}

/** Media by their field: recorded parts may lack a type or have another one. */
function readMediaField(part: Record<string, unknown>): MessagePart | null {
  const [image, audio, file] = [part.image_url, part.input_audio, part.file].map(fieldsOf);
  if (typeof image?.url === 'string') return imagePart({ type: 'image_url', image_url: { url: image.url } });
  if (typeof audio?.data === 'string')
    return audioPart({
      type: 'input_audio',
      input_audio: { data: audio.data, format: asText(audio.format) },
    });
  if (typeof file?.file_id === 'string') return filePart({ type: 'file', file: { file_id: file.file_id } });
  if (typeof file?.file_data === 'string')
    return filePart({ type: 'file', file: { file_data: file.file_data } });
  return null;
}
