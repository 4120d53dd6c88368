import { readTools } from '../recorded/chat-messages';
import { fieldsOf, listOf } from '../values/fields';
import { textIn } from '../values/known-values';
import { asText } from '../values/texts';

type Fields = Record<string, unknown>;
type Content = string | Fields[];

/** The system prompt of a request: text, or blocks of text. */
export function systemMessages(system: unknown): Fields[] {
  const content = contentOf(typeof system === 'string' ? system : listOf(system));
  return content.length === 0 ? [] : [{ role: 'system', content }];
}

/** Tools with their input schemas; of the provider's tools the names. */
export function toolsOf(request: Fields): unknown[] {
  return readTools(listOf(request.tools));
}

/**
 * One message as messages of the chat form. Results of tools, which have the role of the user, become messages of the
 * tool; so do those of tools that Anthropic runs, between what the model wrote before and after them.
 */
export function toChatMessages(role: unknown, content: unknown): Fields[] {
  if (!Array.isArray(content)) return [{ role, content }];
  const messages: Fields[] = [];
  let group: Fields[] = [];
  const close = () => {
    if (group.length > 0)
      messages.push(role === 'assistant' ? assistantMessage(group) : { role, content: contentOf(group) });
    group = [];
  };
  for (const value of content) {
    const block = fieldsOf(value);
    if (isResult(block)) {
      close();
      messages.push(toolMessage(block));
    } else {
      group.push(block);
    }
  }
  close();
  return messages.length > 0 ? messages : [{ role, content: '' }];
}

function isResult({ type }: Fields): boolean {
  return typeof type === 'string' && type.endsWith('tool_result');
}

function toolMessage({ tool_use_id: id, content, is_error: isError, type }: Fields): Fields {
  const hasFailed = isError === true || textIn(fieldsOf(content).type)?.endsWith('_error');
  return {
    role: 'tool',
    tool_call_id: asText(id),
    content: type === 'tool_result' ? resultOf(content) : hostedResultOf(content),
    ...(hasFailed && { is_error: true }),
  };
}

function resultOf(content: unknown): Content {
  return typeof content === 'string' ? content : orEmpty(contentOf(listOf(content)));
}

/** What a tool returned that Anthropic ran. The pages of a search are encrypted: only their titles are read. */
function hostedResultOf(content: unknown): Content {
  if (!Array.isArray(content)) return asText(content);
  const lines = content.map((value) => {
    const { type, title, url, text } = fieldsOf(value);
    if (type === 'text') return asText(text);
    return type === 'web_search_result' ? [title, url].map(asText).join('\n') : asText(value);
  });
  return lines.join('\n\n');
}

/** The text of a model is split where it cites; it is one text. */
function assistantMessage(blocks: Fields[]): Fields {
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? asText(text) : []));
  const reasoning = blocks.flatMap(({ type, thinking }) => (type === 'thinking' ? asText(thinking) : []));
  const calls = blocks.filter(({ type }) => typeof type === 'string' && type.endsWith('tool_use'));
  const others = blocks.filter(({ type }) => type === 'image' || type === 'document');
  const text = texts.join('');
  const content =
    others.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...contentOf(others)];
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
    ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
  };
}

function toolCall({ id, name, input }: Fields): Fields {
  return { id: asText(id), type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } };
}

function contentOf(content: string | readonly unknown[]): Content {
  return typeof content === 'string' ? content : content.flatMap((value) => partsOf(fieldsOf(value)));
}

function orEmpty(content: Content): Content {
  return content.length === 0 ? '' : content;
}

function partsOf(block: Fields): Fields[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: asText(block.text) }];
    case 'image':
      return [imageOf(fieldsOf(block.source))];
    case 'document':
      return documentOf(block);
    case 'search_result': {
      const texts = listOf(block.content).map((part) => asText(fieldsOf(part).text));
      return [{ type: 'text', text: [asText(block.title), asText(block.source), ...texts].join('\n') }];
    }
    default:
      return [{ type: 'text', text: asText(block) }];
  }
}

function imageOf(source: Fields): Fields {
  const fileId = textIn(source.file_id);
  if (fileId !== undefined) return { type: 'file', file: { file_id: fileId } };
  const url = textIn(source.url) ?? `data:${asText(source.media_type)};base64,${asText(source.data)}`;
  return { type: 'image_url', image_url: { url } };
}

/** A document is evidence if it is text; others are files. */
function documentOf({ source: value, title, context }: Fields): Fields[] {
  const source = fieldsOf(value);
  const about = [title, context].flatMap((text) => textIn(text) ?? []);
  switch (source.type) {
    case 'text':
      return [{ type: 'text', text: [...about, asText(source.data)].join('\n') }];
    case 'content':
      return [
        ...contentOf(about.map((text) => ({ type: 'text', text }))),
        ...contentOf(source.content as string),
      ] as Fields[];
    case 'base64':
      return [
        {
          type: 'file',
          file: { file_data: `data:${asText(source.media_type)};base64,${asText(source.data)}` },
        },
      ];
    default:
      return [{ type: 'file', file: { file_id: textIn(source.file_id) ?? asText(source.url) } }];
  }
}
