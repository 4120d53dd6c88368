import { writeJson } from '../../text';
import { type ImportMessage, importFields } from '../openai-chat/import-message.schema';
import { contentOfClientOutput, contentOfHostedCall } from './hosted-results';
import { hostedCalls, type ResponsesItem } from './responses-item.schema';

type ToolCall = NonNullable<ImportMessage['tool_calls']>[number];

/**
 * Converts items of the Responses API between messages into messages. What a model wrote in a row is one message:
 * reasoning, at most one message, and calls of tools. The results of hosted tools follow their calls.
 */
export function toImportMessages(entries: readonly (ImportMessage | ResponsesItem)[]): ImportMessage[] {
  const conversion = new Conversion();
  for (const entry of entries) {
    if (isItem(entry)) conversion.addItem(entry);
    else conversion.addMessage(entry);
  }
  return conversion.end();
}

function isItem(entry: ImportMessage | ResponsesItem): entry is ResponsesItem {
  return entry.role === undefined;
}

class Conversion {
  private readonly messages: ImportMessage[] = [];
  /** The message of the assistant that reasoning and calls are added to. */
  private open: ImportMessage | null = null;
  private hostedResults: ImportMessage[] = [];

  addMessage(message: ImportMessage): void {
    if (message.role === 'assistant' && this.open !== null && isReasoningAlone(this.open)) {
      const { reasoning_content } = this.open;
      Object.assign(this.open, message, { reasoning_content });
      return;
    }
    this.close();
    this.messages.push(message);
    if (message.role === 'assistant') this.open = message;
  }

  addItem(item: ResponsesItem): void {
    const call = toToolCall(item);
    if (call !== null) {
      this.addCall(item, call);
    } else if (item.type === 'reasoning') {
      this.close();
      const reasoning_content = reasoningOf(item);
      if (reasoning_content !== '') Object.assign(this.openMessage(), { reasoning_content }, fieldsOf(item));
    } else if (item.type.endsWith('_output') && item.type !== 'tool_search_output') {
      this.close();
      this.messages.push(toToolMessage(item));
    }
  }

  end(): ImportMessage[] {
    this.close();
    return this.messages;
  }

  private addCall(item: ResponsesItem, call: ToolCall): void {
    const message = this.openMessage();
    const { is_error, ...fields } = fieldsOf(item);
    Object.assign(message, fields, { tool_calls: [...(message.tool_calls ?? []), call] });
    if (!isHosted(item)) return;
    const hasFailed = is_error ?? (item.type === 'mcp_call' && item.error != null);
    const content = contentOfHostedCall(item);
    this.hostedResults.push({
      role: 'tool',
      name: undefined,
      tool_call_id: call.id,
      content,
      is_error: hasFailed,
    });
  }

  private openMessage(): ImportMessage {
    if (this.open === null) {
      this.open = { role: 'assistant', name: undefined, tool_call_id: undefined, content: null };
      this.messages.push(this.open);
    }
    return this.open;
  }

  private close(): void {
    this.messages.push(...this.hostedResults);
    this.hostedResults = [];
    this.open = null;
  }
}

function isReasoningAlone({ content, tool_calls }: ImportMessage): boolean {
  return content === null && tool_calls === undefined;
}

function isHosted({ type }: ResponsesItem): boolean {
  return type === 'mcp_call' || hostedCalls.some((hosted) => hosted === type);
}

function toToolCall(item: ResponsesItem): ToolCall | null {
  switch (item.type) {
    case 'function_call':
      return functionCall(item.call_id, item.name, item.arguments);
    case 'custom_tool_call':
      return { id: item.call_id, type: 'custom', custom: { name: item.name, input: item.input } };
    case 'mcp_call':
      return functionCall(item.id ?? '', item.name, item.arguments);
    case 'computer_call':
    case 'local_shell_call':
    case 'shell_call':
    case 'apply_patch_call':
      return functionCall(item.call_id ?? item.id ?? '', nameOf(item), argumentsOf(item));
    case 'web_search_call':
    case 'file_search_call':
    case 'code_interpreter_call':
    case 'image_generation_call':
      return functionCall(item.id ?? '', nameOf(item), argumentsOf(item));
    default:
      return null;
  }
}

function functionCall(id: string, name: string, args: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: args } };
}

/** `web_search` of a `web_search_call`. */
function nameOf({ type }: ResponsesItem): string {
  return type.replace(/_call$/, '');
}

const notArguments = [
  'type',
  'role',
  'id',
  'call_id',
  'status',
  'results',
  'outputs',
  'result',
  'container_id',
];

/** What a call of a built-in tool asks for, as JSON. */
function argumentsOf(item: ResponsesItem): string {
  const callArguments = Object.entries(item).filter(
    ([key, value]) => value !== undefined && !notArguments.includes(key) && !Object.hasOwn(importFields, key),
  );
  return writeJson(Object.fromEntries(callArguments));
}

function toToolMessage(item: ResponsesItem): ImportMessage {
  const { call_id, id, output } = item as { call_id?: string; id?: string; output?: unknown };
  const isOfFunction = item.type === 'function_call_output' || item.type === 'custom_tool_call_output';
  const content = isOfFunction ? item.output : contentOfClientOutput(output);
  return { role: 'tool', name: undefined, tool_call_id: call_id ?? id ?? '', content, ...fieldsOf(item) };
}

/** The whole reasoning, else its summary; empty if it is encrypted. */
function reasoningOf({ content, summary }: Extract<ResponsesItem, { type: 'reasoning' }>): string {
  const texts = content?.length ? content : (summary ?? []);
  return texts.map(({ text }) => text).join('\n');
}

/** What the import says about an item. */
function fieldsOf(item: ResponsesItem): Partial<Pick<ImportMessage, keyof typeof importFields>> {
  return Object.fromEntries(
    Object.entries(item).filter(([key, value]) => Object.hasOwn(importFields, key) && value != null),
  );
}
