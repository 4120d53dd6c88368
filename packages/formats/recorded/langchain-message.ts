import type { MessageRole } from '../model/message';
import { fieldsOf, listOf } from '../values/fields';
import { textOf } from '../values/texts';

/** The types and the classes of LangChain's messages, with those of streamed chunks. */
const roles = new Map<string, MessageRole>([
  ['human', 'user'],
  ['HumanMessage', 'user'],
  ['HumanMessageChunk', 'user'],
  ['ai', 'assistant'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
]);

export interface LangChainMessage {
  role: MessageRole;
  fields: Record<string, unknown>;
}

/**
 * A message of LangChain as its libraries serialize it: as fields with a type, inside of `data`, or as the arguments of
 * a constructor, whose class is the last part of `id`. JavaScript names the class only. Null for anything else.
 */
export function readLangChainMessage(value: unknown): LangChainMessage | null {
  const outer = fieldsOf(value);
  const fields = fieldsOf(outer.kwargs ?? outer.data ?? outer);
  const role = roles.get(textOf(fields.type)) ?? roles.get(textOf(listOf(outer.id).at(-1)));
  return role === undefined ? null : { role, fields };
}

/** Whether a value is a message that LangChain serialized as a constructor: complete, as it was sent. */
export function isLangChainConstructor(value: unknown): boolean {
  return fieldsOf(value).lc !== undefined && readLangChainMessage(value) !== null;
}
