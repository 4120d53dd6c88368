import { type ImportFormat, importFormats } from '../../../../../packages/formats';
import { buildConversation } from '../../../../../src/conversations/transcript/build-conversation';
import type { NewConversation } from '../../../../../src/conversations/transcript/conversation';
import { toImportForm } from '../../../../../src/conversations/transfer/conversation-export';
import { createConversationSchema } from '../../../../../src/conversations/wire/conversation.schema';
import { fc } from '../../../../support/property';
import { readAll } from './read-line';

// Names and values that the formats read, so that arbitrary JSON reaches their branches.
const names = (
  'messages conversations chat_messages request response body params result message input output inputs outputs ' +
  'choices generations role from content value type text tool_calls function name arguments args kwargs data id tools ' +
  'system usage source prompt completion sender metadata tags extra observations child_runs spans error toString'
).split(' ');
const texts = (
  'user assistant tool human gpt ai function_call observation text image document tool_use tool_result thinking ' +
  'web_search_tool_result message reasoning output_text ERROR {"name":"a"} [{"role":"user"}]'
).split(' ');
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...texts, ''),
    fc.constantFrom(null, true, 7, -1.5, 1e300),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

const role = fc.constantFrom('user', 'assistant', 'tool', 'human', 'gpt', 'function_call', 'observation');
/** Messages that some formats accept whole, with anything in some fields. */
const messages = fc.array(
  fc.record(
    {
      role,
      from: role,
      content: fc.oneof(fc.constant('a'), json),
      value: fc.constant('b'),
      tool_calls: json,
    },
    { requiredKeys: ['role', 'from', 'value'] },
  ),
  { minLength: 1, maxLength: 3 },
);
const spoken = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.oneof(fc.constant('a'), fc.array(json)),
});
const time = '2026-01-15T09:30:00Z';
const recorded = {
  input: json,
  output: json,
  inputs: json,
  outputs: json,
  extra: json,
  metadata: json,
  tags: json,
};
/** Lines with what their format requires, and anything else. */
const frames: Partial<Record<ImportFormat, fc.Arbitrary<unknown>>> = {
  'openai-jsonl': fc.record({ messages: fc.array(spoken, { maxLength: 3 }), tools: json }),
  'openai-evals': fc.record({
    ...constants({ object: 'eval.run.output_item', id: 'a', run_id: 'r', status: 'pass' }),
    results: json,
    sample: fc.record({
      input: fc.array(spoken, { maxLength: 2 }),
      output: fc.array(spoken, { maxLength: 2 }),
    }),
  }),
  responses: fc.record({
    input: fc.oneof(fc.constant('a'), fc.array(spoken, { maxLength: 2 })),
    output: fc.array(fc.oneof(spoken, json), { maxLength: 2 }),
  }),
  anthropic: fc.record({ system: json, messages: fc.array(spoken, { maxLength: 3 }), tools: json }),
  sharegpt: fc.record({ conversations: messages, tools: json }),
  'hf-chat': fc.record({ messages, tools: json }),
  langfuse: fc.record({
    ...recorded,
    ...constants({ id: 'a', traceId: 't', startTime: time }),
    type: fc.constantFrom('GENERATION', 'TOOL', 'AGENT'),
  }),
  langsmith: fc.record({
    ...recorded,
    ...constants({ id: 'a', trace_id: 't', start_time: time }),
    run_type: fc.constantFrom('llm', 'tool'),
  }),
  phoenix: fc.record({
    ...constants({ context: { trace_id: 't', span_id: 'a' }, start_time: time, span_kind: 'LLM' }),
    attributes: fc.record({
      llm: fc.record({ input_messages: fc.array(fc.record({ message: spoken })), output_messages: json }),
      metadata: json,
    }),
  }),
  braintrust: fc.record({
    ...recorded,
    ...constants({ span_id: 'a', root_span_id: 't', created: time }),
    span_attributes: fc.record({ type: fc.constantFrom('llm', 'tool', 'task') }),
  }),
};

function constants(values: Record<string, unknown>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.constant(value)]));
}

/** Whether an import accepts its export. Recorded calls may lack a name, as those of traces. */
function isImportable({ messages: read, ...conversation }: NewConversation): boolean {
  const named = read.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool_call' ? { ...part, name: part.name || 'unnamed' } : part,
    ),
  }));
  const exported = toImportForm(buildConversation({ ...conversation, messages: named }));
  return createConversationSchema.safeParse(JSON.parse(JSON.stringify(exported))).success;
}

describe.each(importFormats)('%s', (format) => {
  it('makes of any JSON a conversation that an import accepts, problems, or a reason', () => {
    let conversations = 0;

    fc.assert(
      fc.property(fc.oneof(json, frames[format] ?? json), (value) =>
        readAll(format, [value]).every((outcome) => {
          if ('problems' in outcome) return outcome.problems.length > 0;
          if ('ignored' in outcome) return outcome.ignored !== '';
          conversations += 1;
          return isImportable(outcome.conversation);
        }),
      ),
      { numRuns: 1000, seed: 44 },
    );

    if (format !== 'assay') expect(conversations).toBeGreaterThan(50);
  });
});
