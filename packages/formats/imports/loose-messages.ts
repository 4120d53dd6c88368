import { roleNames } from '../recorded/chat-messages';
import { fieldsOf, listOf, messageListOf, refuseTooLong } from '../values/fields';
import { parseText } from '../values/json-text';
import { textIn } from '../values/known-values';
import { argumentsText } from '../values/tool-call-part';

type Fields = Record<string, unknown>;

/**
 * Messages of data sets in the chat form. Data sets name roles differently, write arguments as objects, and leave out
 * the ids of calls: a result then belongs to the first call without one, of its name if it has a name.
 * @throws RejectedRecord for more messages or calls than a conversation may have
 */
export function readLooseMessages(entries: readonly unknown[]): Fields[] {
  const calls = new OpenCalls();
  return messageListOf(entries).map((value) => {
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

/** Calls whose results have not been read, each in two queues, because a message may have thousands. */
class OpenCalls {
  private readonly all = new CallQueue();
  private readonly byName = new Map<unknown, CallQueue>();
  private readonly matched = new Set<OpenCall>();
  private count = 0;

  /** @throws RejectedRecord for more calls than a conversation may have messages */
  add(call: Fields): Fields {
    const { name, arguments: args } = fieldsOf(call.function ?? call);
    this.count += 1;
    refuseTooLong(this.count);
    const id = textIn(call.id) ?? `call_${this.count}`;
    const open = { id };
    const ofName = this.byName.get(name) ?? new CallQueue();
    this.byName.set(name, ofName);
    ofName.push(open);
    this.all.push(open);
    return { id, type: 'function', function: { name, arguments: argumentsText(args) } };
  }

  take(name: string | undefined): string {
    const named = name === undefined ? undefined : this.byName.get(name)?.shift(this.matched);
    const call = named ?? this.all.shift(this.matched);
    if (call !== undefined) this.matched.add(call);
    return call?.id ?? '';
  }
}

interface OpenCall {
  id: string;
}

class CallQueue {
  private readonly calls: OpenCall[] = [];
  private next = 0;

  push(call: OpenCall): void {
    this.calls.push(call);
  }

  /** Removes and returns the first call that is not in `matched`. */
  shift(matched: ReadonlySet<OpenCall>): OpenCall | undefined {
    for (; this.next < this.calls.length; this.next += 1) {
      const call = this.calls[this.next] as OpenCall;
      if (!matched.has(call)) return call;
    }
    return undefined;
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
