import type { MessagePart } from '../model/message';
import { filePart, imagePart } from '../openai-chat/openai-media';
import { bytesToBase64 } from '../values/bytes';
import { fieldsOf, listOf } from '../values/fields';
import { textIn } from '../values/known-values';
import { asText } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';

type Fields = Record<string, unknown>;

/** The parts of a content block of Anthropic's Messages API; null for any other value. */
export function readBlock(block: Fields): MessagePart[] | null {
  if (isCall(block)) return [toolCallPart(block.id, block.name, block.input ?? {})];
  if (isResult(block)) return readResult(block);
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? [textPart(block.text)] : null;
    case 'thinking':
      return block.thinking === undefined ? null : [{ type: 'reasoning', content: asText(block.thinking) }];
    case 'redacted_thinking':
      return [];
    case 'image':
      return block.source === undefined ? null : [readImage(fieldsOf(block.source))];
    case 'document':
      return block.source === undefined ? null : readDocument(block);
    case 'search_result': {
      const texts = listOf(block.content).map((part) => asText(fieldsOf(part).text));
      return [textPart([asText(block.title), asText(block.source), ...texts].join('\n'))];
    }
    default:
      return null;
  }
}

/** A call of a tool, of the client or of Anthropic. */
function isCall({ type }: Fields): boolean {
  return typeof type === 'string' && type.endsWith('tool_use');
}

/** The result of a tool, of the client or of Anthropic. */
export function isResult({ type }: Fields): boolean {
  return typeof type === 'string' && type.endsWith('tool_result');
}

/** Whether the result says that the tool failed. */
export function hasFailed({ content, is_error: isError }: Fields): boolean {
  return isError === true || textIn(fieldsOf(content).type)?.endsWith('_error') === true;
}

/** A response for each text; a tool without output still gets one, which preserves the call's id. */
function readResult({ type, tool_use_id: toolUseId, content }: Fields): MessagePart[] {
  const id = textIn(toolUseId) ?? null;
  const toResponse = (response: string): MessagePart => ({ type: 'tool_call_response', id, response });
  if (type !== 'tool_result') return [toResponse(hostedResultOf(content))];
  if (!Array.isArray(content)) return [toResponse(asText(content ?? ''))];
  if (content.length === 0) return [toResponse('')];
  return readBlocks(content).map((part) => (part.type === 'text' ? toResponse(part.content) : part));
}

/** The parts of content; an unknown block is its JSON. */
export function readBlocks(content: readonly unknown[]): MessagePart[] {
  return content.flatMap((value) => readBlock(fieldsOf(value)) ?? [textPart(asText(value))]);
}

/** What a tool returned that Anthropic ran. The pages of a search are encrypted: only their titles are read. */
function hostedResultOf(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  const lines = content.map((value) => {
    const { type, title, url, text } = fieldsOf(value);
    if (type === 'text') return asText(text);
    return type === 'web_search_result' ? [title, url].map(asText).join('\n') : asText(value);
  });
  return lines.join('\n\n');
}

function readImage(source: Fields): MessagePart {
  const fileId = textIn(source.file_id);
  if (fileId !== undefined) return { type: 'file', fileId };
  return imagePart({ type: 'image_url', image_url: { url: textIn(source.url) ?? dataUrl(source) } });
}

/** A document is evidence if it is text; others are files. */
function readDocument({ source: value, title, context }: Fields): MessagePart[] {
  const source = fieldsOf(value);
  const about = [title, context].flatMap((text) => textIn(text) ?? []);
  switch (source.type) {
    case 'text':
      return [textPart([...about, asText(source.data)].join('\n'))];
    case 'content': {
      const { content } = source;
      return [
        ...about.map(textPart),
        ...readBlocks(typeof content === 'string' ? [content] : listOf(content)),
      ];
    }
    case 'base64':
      return [filePart({ type: 'file', file: { file_data: dataUrl(source) } })];
    default:
      return [{ type: 'file', fileId: textIn(source.file_id) ?? asText(source.url) }];
  }
}

function dataUrl({ media_type: mediaType, data }: Fields): string {
  return `data:${asText(mediaType)};base64,${bytesToBase64(data) ?? asText(data)}`;
}

function textPart(content: string): MessagePart {
  return { type: 'text', content };
}
