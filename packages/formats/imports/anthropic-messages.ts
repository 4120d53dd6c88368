import { hasFailed, isResult, readBlock, readBlocks } from '../anthropic/content-blocks';
import type { MessagePart } from '../model/message';
import { reasoningOf, toOpenAI } from '../openai-chat/openai-messages';
import { readTools } from '../recorded/chat-messages';
import { fieldsOf, listOf } from '../values/fields';

type Fields = Record<string, unknown>;

/** The system prompt of a request: text, or blocks of text. */
export function systemMessages(system: unknown): Fields[] {
  const content = typeof system === 'string' ? system : listOf(system);
  return content.length === 0 ? [] : toChatMessages('system', content);
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
  const groups: Fields[][] = [];
  for (const block of content.map(fieldsOf)) {
    const open = groups.at(-1);
    const [first] = open ?? [];
    if (open === undefined || first === undefined || isResult(first) || isResult(block)) groups.push([block]);
    else open.push(block);
  }
  return groups.length > 0 ? groups.map((group) => toChatMessage(role, group)) : [{ role, content: '' }];
}

function toChatMessage(role: unknown, blocks: Fields[]): Fields {
  const [first = {}] = blocks;
  if (isResult(first)) {
    const parts = readBlocks(blocks);
    return { ...toOpenAI({ role: 'tool', name: null, parts }), ...(hasFailed(first) && { is_error: true }) };
  }
  if (role !== 'assistant')
    return { ...toOpenAI({ role: 'user', name: null, parts: readBlocks(blocks) }), role };
  const parts = joinTexts(blocks.flatMap((block) => readBlock(block) ?? []));
  const message = { role, name: null, parts } as const;
  return { ...toOpenAI(message), ...reasoningOf(message) };
}

/** The text of a model is split where it cites; it is one text, before its images. */
function joinTexts(parts: MessagePart[]): MessagePart[] {
  const text = parts.flatMap((part) => (part.type === 'text' ? part.content : [])).join('');
  const others = parts.filter(({ type }) => type !== 'text');
  return text === '' ? others : [{ type: 'text', content: text }, ...others];
}
