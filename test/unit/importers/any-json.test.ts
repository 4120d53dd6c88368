import fc from 'fast-check';
import { buildConversation } from '../../../src/conversations/transcript/build-conversation';
import { toImportForm } from '../../../src/conversations/transfer/conversation-export';
import { createConversationSchema } from '../../../src/conversations/wire/conversation.schema';
import { importFormats } from '../../../src/conversations/wire/import-format';
import { readAll } from './read-line';

// Names and values that the formats read, so that arbitrary JSON reaches their branches.
const names = [
  ...[
    'messages',
    'conversations',
    'chat_messages',
    'request',
    'response',
    'body',
    'params',
    'result',
    'message',
  ],
  ...[
    'input',
    'output',
    'choices',
    'role',
    'from',
    'content',
    'value',
    'type',
    'text',
    'tool_calls',
    'function',
  ],
  ...[
    'name',
    'arguments',
    'id',
    'tools',
    'system',
    'usage',
    'source',
    'prompt',
    'completion',
    'sender',
    'toString',
  ],
];
const texts = [
  ...[
    'user',
    'assistant',
    'tool',
    'human',
    'gpt',
    'function_call',
    'observation',
    'text',
    'image',
    'document',
  ],
  ...[
    'tool_use',
    'tool_result',
    'thinking',
    'web_search_tool_result',
    'message',
    'reasoning',
    '{"name":"a"}',
    '',
  ],
];
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...texts),
    fc.constantFrom(null, true, 7, -1.5, 1e300),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe.each(importFormats)('%s', (format) => {
  it('makes of any JSON a conversation that an import accepts, problems, or a reason', () => {
    fc.assert(
      fc.property(json, (value) =>
        readAll(format, [value]).every((outcome) => {
          if ('problems' in outcome) return outcome.problems.length > 0;
          if ('ignored' in outcome) return outcome.ignored !== '';
          const exported = toImportForm(buildConversation(outcome.conversation));
          return createConversationSchema.safeParse(JSON.parse(JSON.stringify(exported))).success;
        }),
      ),
      { numRuns: 1000, seed: 44 },
    );
  });
});
