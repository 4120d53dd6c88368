import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { messageRoles } from '../../../../packages/formats';
import { packageRoot } from '../../../../src/platform/package-root';

const demoFolder = join(packageRoot, 'demo');

const jsonObjectSchema = z.record(z.string(), z.unknown());
const toolCallSchema = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});
const textPartSchema = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const messageSchema = z.strictObject({
  role: z.enum(messageRoles),
  content: z.union([z.string().min(1), z.array(textPartSchema).min(1), z.null()]),
  tool_calls: z.array(toolCallSchema).min(1).optional(),
  tool_call_id: z.string().optional(),
});
const toolSchema = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    parameters: jsonObjectSchema,
  }),
});
const plantedSchema = z.strictObject({
  part: z.int().min(0),
  text: z.string().min(1),
  label: z.enum([
    'fabrication',
    'context_misattribution',
    'reasoning_error',
    'incorrect_refusal',
    'tool_argument_fabrication',
  ]),
  why: z.string().min(1),
  parameter: z.string().min(1).optional(),
});
const conversationSchema = z.strictObject({
  external_id: z.string().min(1),
  tags: z.strictObject({ topic: z.string().min(1), kind: z.string().min(1) }),
  tools: z.array(toolSchema).optional(),
  messages: z.array(messageSchema).min(2),
  planted: z.array(plantedSchema),
});
type Conversation = z.infer<typeof conversationSchema>;
type ChatMessage = z.infer<typeof messageSchema>;

const lines = readFileSync(join(demoFolder, 'conversations.ndjson'), 'utf8').trimEnd().split('\n');
const conversations = lines.map((line) => conversationSchema.parse(JSON.parse(line)));
const toolCalls = ({ messages }: Conversation) => messages.flatMap((message) => message.tool_calls ?? []);

function textsOf(content: ChatMessage['content']): string[] {
  if (content === null) return [];
  return typeof content === 'string' ? [content] : content.map((part) => part.text);
}

function lastReplyParts({ messages }: Conversation): string[] {
  const reply = messages.at(-1);
  if (!reply) return [];
  return [...textsOf(reply.content), ...(reply.tool_calls ?? []).map((call) => call.function.arguments)];
}

function valueAt(json: string, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => jsonObjectSchema.parse(value)[key], JSON.parse(json));
}

describe('the demo conversations', () => {
  it('are at least 40, of which at least 14 hold a planted error', () => {
    const withError = conversations.filter(({ planted }) => planted.length > 0);

    expect(conversations.length).toBeGreaterThanOrEqual(40);
    expect(withError.length).toBeGreaterThanOrEqual(14);
  });

  it('have unique ids that begin with their kind', () => {
    const ids = conversations.map((conversation) => conversation.external_id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const { external_id, tags } of conversations) expect(external_id).toContain(`demo-${tags.kind}-`);
  });

  it('can be distinguished by the preview of their last user message', () => {
    const previews = conversations.map(({ messages }) => {
      const question = messages.findLast((message) => message.role === 'user');
      return textsOf(question?.content ?? null)
        .join('\n')
        .slice(0, 160);
    });

    expect(new Set(previews).size).toBe(conversations.length);
  });
});

describe.each(conversations.map((conversation) => [conversation.external_id, conversation] as const))(
  '%s',
  (_id, conversation) => {
    it('ends with an assistant message that says or calls something', () => {
      expect(conversation.messages.at(-1)?.role).toBe('assistant');
      expect(lastReplyParts(conversation)).not.toEqual([]);
    });

    it('calls only tools it defines, with a JSON object as arguments', () => {
      const known = conversation.tools?.map((tool) => tool.function.name) ?? [];

      for (const call of toolCalls(conversation)) {
        expect(known).toContain(call.function.name);
        expect(() => jsonObjectSchema.parse(JSON.parse(call.function.arguments))).not.toThrow();
      }
    });

    it('has a call, made by the assistant before, for every tool result', () => {
      const made = new Set<string>();
      for (const { role, tool_calls, tool_call_id } of conversation.messages) {
        if (tool_calls) expect(role).toBe('assistant');
        for (const call of tool_calls ?? []) made.add(call.id);
        if (role === 'tool') expect(made).toContain(tool_call_id);
        else expect(tool_call_id).toBeUndefined();
      }
    });

    it('holds each planted text exactly once, in the part and parameter named', () => {
      const parts = lastReplyParts(conversation);
      const contentParts = textsOf(conversation.messages.at(-1)?.content ?? null).length;

      for (const { part, text, parameter } of conversation.planted) {
        const partText = parts[part] ?? '';
        expect(partText.split(text)).toHaveLength(2);
        expect(parameter !== undefined).toBe(part >= contentParts);
        if (parameter) expect(valueAt(partText, parameter)).toBe(text);
      }
    });
  },
);

it('demo/README.md lists every planted error', () => {
  const readme = readFileSync(join(demoFolder, 'README.md'), 'utf8');

  for (const { external_id, planted } of conversations) {
    const rows = readme.split('\n').filter((row) => row.startsWith(`| \`${external_id}\``));
    expect(rows).toHaveLength(planted.length);
    for (const { text } of planted) expect(rows.join('\n')).toContain(`\`${text}\``);
  }
});
