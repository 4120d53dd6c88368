import type { Message, MessagePart } from '../../../../packages/formats';
import { buildConversation } from '../../../../src/conversations/transcript/build-conversation';
import type { NewMessage } from '../../../../src/conversations/transcript/conversation';
import { exportLines, toImportForm } from '../../../../src/conversations/transfer/conversation-export';
import { toNewConversation } from '../../../../src/conversations/wire/conversation.mapper';
import { createConversationSchema } from '../../../../src/conversations/wire/conversation.schema';

const times = { created_at: '2026-02-01T10:00:00.000Z' };

/** The stored form of a conversation without ids. */
function stored(body: unknown) {
  const input = toNewConversation('w', createConversationSchema.parse(body));
  const { conversation, messages } = buildConversation({ ...input, conversationId: 'c' });
  return { conversation, messages: messages.map((message) => ({ ...message, id: 'm' })) };
}

const text = (content: string): MessagePart => ({ type: 'text', content });

/** The messages that a message of a trace comes back as. */
function roundTrip(message: Message): Message[] {
  const transcript = buildConversation({ workspaceId: 'w', type: 'trace', messages: [message] });
  return stored(toImportForm(transcript)).messages.map(({ role, name, parts }) => ({ role, name, parts }));
}

describe('toImportForm', () => {
  it.each([
    [
      'plain texts',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '', name: 'Ann' },
      ],
    ],
    [
      'tool calls and results',
      [
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'search', arguments: '{"q": 1 }' } },
            { id: 'b', type: 'function', function: { name: 'book', arguments: '' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: '{"error": "no"}', is_error: true },
        {
          role: 'tool',
          tool_call_id: 'b',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      ],
    ],
    [
      'the deprecated function call',
      [
        { role: 'assistant', content: null, function_call: { name: 'search', arguments: '{}' } },
        { role: 'function', name: 'search', content: 'found' },
      ],
    ],
    [
      'a refusal, reasoning and fields nobody knows',
      [
        { role: 'assistant', content: null, refusal: 'No.' },
        { role: 'assistant', content: 'Yes.', reasoning_content: 'So I think.', annotations: [{ a: null }] },
      ],
    ],
    [
      'pictures, sound and files',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
            { type: 'file', file: { file_id: 'file-1' } },
            { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
          ],
        },
      ],
    ],
    [
      'who wrote it, when, and at what cost',
      [
        {
          role: 'assistant',
          content: 'Yes.',
          message_id: 'msg-1',
          agent_name: 'desk',
          created_at: '2026-02-03T10:00:00.123Z',
          model: 'small',
          provider: 'local',
          input_tokens: 0,
          output_tokens: 3,
          latency_ms: 12.5,
          cost_usd: 0.00001,
          finish_reason: 'stop',
        },
      ],
    ],
  ])('is imported as what it was made of: %s', (_what, messages) => {
    const tools = [{ name: 'search', description: 'Finds', parameters: { $ref: '#/a', type: 'object' } }];
    const body = { ...times, external_id: 'ticket', tags: { topic: 'boats' }, tools, messages };

    const line = JSON.parse(JSON.stringify(toImportForm(stored(body) as never)));

    expect(stored(line)).toEqual(stored(body));
  });

  it('splits a message of a trace that holds the results of several calls', () => {
    const message: Message = {
      role: 'user',
      name: null,
      parts: [
        { type: 'tool_call_response', id: 'a', response: '1' },
        { type: 'tool_call_response', id: 'b', response: '2' },
        text('And now?'),
      ],
    };

    expect(roundTrip(message).map(({ role, parts }) => [role, parts])).toEqual([
      ['tool', [message.parts[0]]],
      ['tool', [message.parts[1]]],
      ['user', [message.parts[2]]],
    ]);
  });

  it('leaves out what a detection was sent with and an import would read as its own', () => {
    const message: NewMessage = {
      role: 'user',
      name: null,
      parts: [text('Hi')],
      extra: { created_at: 'today', model: 7, mood: 'good' },
    };
    const transcript = buildConversation({ workspaceId: 'w', type: 'detection', messages: [message] });

    const [imported] = stored(toImportForm(transcript)).messages;

    expect([imported?.extra, imported?.generation]).toEqual([{ mood: 'good' }, null]);
  });

  it('gives a message of a trace that says nothing an empty text, which can be imported', () => {
    expect(roundTrip({ role: 'user', name: null, parts: [] })).toEqual([
      { role: 'user', name: null, parts: [text('')] },
    ]);
  });

  it('leaves a reply without content as it is', () => {
    const reply: Message = { role: 'assistant', name: null, parts: [] };

    expect(roundTrip(reply)).toEqual([reply]);
  });
});

describe('exportLines', () => {
  it('asks for the next page only when it is wanted, and stops after the last', async () => {
    const asked: (string | undefined)[] = [];
    const total = 18;
    const all = Array.from({ length: total }, (_, index) =>
      buildConversation({
        workspaceId: 'w',
        conversationId: `c-${index}`,
        type: 'import',
        createdAt: new Date(index),
        messages: [{ role: 'user', name: null, parts: [text('hello')] }],
      }),
    );
    const lines = exportLines({
      listNext: async (after, limit) => {
        asked.push(after?.id);
        const start =
          after === null ? 0 : all.findIndex(({ conversation }) => conversation.id === after.id) + 1;
        return all.slice(start, start + limit).map(({ conversation }) => conversation);
      },
      readMessages: async function* (ids) {
        for (const id of ids) {
          for (const { conversation, messages } of all) if (conversation.id === id) yield* messages;
        }
      },
    });

    const first = await lines.next();
    expect(asked).toEqual([undefined]);
    const rest: string[] = [];
    for await (const line of lines) rest.push(line);

    const exported = [first.value, ...rest].join('');
    expect(
      exported
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all.map(toImportForm));
    expect(asked).toEqual([undefined, 'c-4', 'c-9', 'c-14']);
  });
});
