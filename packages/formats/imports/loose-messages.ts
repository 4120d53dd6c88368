import { roleNames } from '../recorded/chat-messages';
import { fieldsOf, listOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { textIn } from '../values/known-values';
import { argumentsText } from '../values/tool-call-part';

type Fields = Record<string, unknown>;

/**
 * Messages of data sets in the chat form. Data sets name roles differently, write arguments as objects, and leave out
 * the ids of calls: a result then belongs to the first call without one, of its name if it has a name.
 */
export function readLooseMessages(entries: readonly unknown[]): Fields[] {
  const calls = new OpenCalls();
  return entries.map((value) => {
    const entry = fieldsOf(value);
    const said = entry.role ?? entry.from;
    const role = typeof said === 'string' ? (roleNames.get(said) ?? said) : said;
    const content = contentOf(entry.content ?? entry.value);
    if (role === 'tool') {
      const name = textIn(entry.name);
      const id = textIn(entry.tool_call_id) ?? calls.take(name);
      return { role, tool_call_id: id, content: content ?? '', ...(name !== undefined && { name }) };
    }
    if (role !== 'assistant') return { role, content: content ?? '' };
    const written = said === 'function_call' ? callsOf(content) : listOf(entry.tool_calls);
    const toolCalls = written.map((call) => calls.add(fieldsOf(call)));
    const reasoning = entry.reasoning_content ?? entry.thinking ?? entry.reasoning;
    const isCall = said === 'function_call' && toolCalls.length > 0;
    return {
      role,
      content: isCall || content === undefined ? null : content,
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
      ...(textIn(reasoning) !== undefined && { reasoning_content: reasoning }),
    };
  });
}

/** Calls whose results have not been read. */
class OpenCalls {
  private readonly open: { id: string; name: unknown }[] = [];
  private count = 0;

  add(call: Fields): Fields {
    const { name, arguments: args } = fieldsOf(call.function ?? call);
    this.count += 1;
    const id = textIn(call.id) ?? `call_${this.count}`;
    this.open.push({ id, name });
    return { id, type: 'function', function: { name, arguments: argumentsText(args) } };
  }

  take(name: string | undefined): string {
    const named = this.open.findIndex((call) => name === undefined || call.name === name);
    const [call] = this.open.splice(Math.max(named, 0), 1);
    return call?.id ?? '';
  }
}

/** The calls that a message of a data set holds as JSON. */
function callsOf(content: unknown): unknown[] {
  const parsed = typeof content === 'string' ? parseText(content) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return textIn(fieldsOf(parsed).name) === undefined ? [] : [parsed];
}

function contentOf(content: unknown): unknown {
  if (content === undefined || content === null) return undefined;
  return Array.isArray(content) ? content.flatMap(partOf) : content;
}

/** Data sets have the images of a message in another column: a part is its place only. */
function partOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  const part = fieldsOf(value);
  if (part.type === 'image') {
    const url = textIn(part.url ?? part.image);
    return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }];
  }
  return [part.type === 'text' ? { type: 'text', text: part.text ?? part.content } : value];
}
