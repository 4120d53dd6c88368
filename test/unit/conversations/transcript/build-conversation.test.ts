import type { Generation, MessagePart } from '../../../../packages/formats';
import { buildConversation, previewOf } from '../../../../src/conversations/transcript/build-conversation';
import type { NewConversation, NewMessage } from '../../../../src/conversations/transcript/conversation';
import { unknownGeneration } from '../../../support/generation';

const text = (content: string): MessagePart => ({ type: 'text', content });
const user = (...parts: MessagePart[]): NewMessage => ({ role: 'user', name: null, parts });
const generation = (fields: Partial<Generation>): Generation => ({ ...unknownGeneration, ...fields });

function makeInput(changes: Partial<NewConversation> = {}): NewConversation {
  return { workspaceId: 'w', type: 'import', messages: [user(text('hello'))], ...changes };
}

describe('buildConversation', () => {
  it('counts messages, tool calls and the tokens that are known', () => {
    const toolCall: MessagePart = { type: 'tool_call', id: 'a', name: 'search', arguments: '{}' };
    const reply = (fields: Partial<Generation>, parts: MessagePart[]): NewMessage => ({
      role: 'assistant',
      name: null,
      parts,
      generation: generation(fields),
    });

    const { conversation } = buildConversation(
      makeInput({
        messages: [
          user(text('hello')),
          reply({ model: 'b', inputTokens: 10 }, [toolCall, toolCall]),
          reply({ model: 'a', inputTokens: 5 }, [toolCall]),
          reply({ model: 'b' }, [text('done')]),
        ],
      }),
    );

    expect(conversation).toMatchObject({
      messageCount: 4,
      toolCallCount: 3,
      inputTokens: 15,
      outputTokens: null,
      models: ['b', 'a'],
    });
  });

  it('uses the ids it is given and makes the others', () => {
    const messages = [{ ...user(text('a')), id: 'm-1' }, user(text('b'))];

    const built = buildConversation(makeInput({ conversationId: 'c-1', messages }));

    expect(built.conversation.id).toBe('c-1');
    expect(
      built.messages.map(({ conversationId, sequenceNumber }) => [conversationId, sequenceNumber]),
    ).toEqual([
      ['c-1', 0],
      ['c-1', 1],
    ]);
    expect(built.messages[0]?.id).toBe('m-1');
    expect(built.messages[1]?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes the time of the first message where the conversation has none', () => {
    const early = new Date('2025-01-01T00:00:00Z');
    const late = new Date('2025-01-02T00:00:00Z');

    const built = buildConversation(
      makeInput({
        messages: [{ ...user(text('a')), createdAt: early }, user(text('b')), { ...user(), createdAt: late }],
      }),
    );

    expect(built.conversation.createdAt).toEqual(early);
    expect(built.messages.map(({ createdAt }) => createdAt)).toEqual([early, early, late]);
  });
});

describe('previewOf', () => {
  it('shows the last user message with white space collapsed', () => {
    expect(previewOf([user(text('first')), user(text('  second\n\n\tline '), text('third'))])).toBe(
      'second line third',
    );
  });

  it('is at most 160 code points long and splits no character', () => {
    expect(previewOf([user(text('😀'.repeat(200)))])).toBe('😀'.repeat(160));
  });

  it('is empty without a user message', () => {
    expect(previewOf([{ role: 'assistant', name: null, parts: [text('hi')] }])).toBe('');
  });
});

describe('the prompt version of a reply', () => {
  const reply = (changes: Partial<NewMessage> = {}): NewMessage => ({
    role: 'assistant',
    name: null,
    parts: [text('done')],
    ...changes,
  });
  const versionOf = (system: string | null, changes: Partial<NewConversation> = {}) => {
    const prompt: NewMessage[] = system === null ? [] : [{ ...user(text(system)), role: 'system' }];
    const messages = [...prompt, user(text('hi')), reply()];
    return buildConversation(makeInput({ messages, ...changes })).messages.at(-1)?.promptVersion;
  };

  it('is the name of the client, the tag, or else a digest of the system text', () => {
    const tags = { prompt_version: 'v7' };
    const messages = [user(text('hi')), reply({ promptVersion: 'support@3' })];

    expect(versionOf('Be kind.')).toMatch(/^system-[0-9a-f]{12}$/);
    expect(versionOf('Be kind.', { tags })).toBe('v7');
    expect(versionOf(null, { tags, messages })).toBe('support@3');
    expect(versionOf(null)).toBeNull();
    expect(buildConversation(makeInput({ tags })).messages[0]?.promptVersion).toBeNull();
  });

  it.each([
    [
      'Today is Monday, 2026-11-27 10:30 UTC. Be kind.',
      'Today is Friday, December 5, 2026, 9:05 am. Be kind.',
    ],
    ['Heute ist Freitag, der 27. November. Sei nett.', 'Heute ist Montag, der 3. März. Sei nett.'],
    [
      'Session 4f3a9c12-aa00 of a@example.com. Be kind.',
      'Session 991b-c of someone.else@example.org. Be kind.',
    ],
    ['Be kind.\n- Customer name: Ada Lovelace\n', 'Be kind.\n- Customer name: Grace\n'],
    [
      'Be kind.\n<documents>\nBoats go daily.\n</documents>\nBye.',
      'Be kind.\n<documents>Closed.</documents>\nBye.',
    ],
  ])('ignores variable parts: %j', (one, other) => {
    expect(versionOf(one)).toBe(versionOf(other));
    expect(versionOf(one)).not.toBe(versionOf(one.replace(/kind|nett/, 'brief')));
  });

  it('ignores no element that is not closed, and no line that is an instruction', () => {
    expect(versionOf('Use this:\n<context>\nBe kind.')).not.toBe(
      versionOf('Use this:\n<context>\nBe brief.'),
    );
    expect(versionOf('Tone: kind')).not.toBe(versionOf('Tone: brief'));
    expect(versionOf('You may refuse. So be it.')).not.toBe(versionOf('You refuse. So be it.'));
    expect(versionOf('You may refuse. So be it.')).not.toBe(versionOf('You may refuse. Be it.'));
  });

  it('takes no longer for a hostile system text', () => {
    const texts = [
      `--------${'n'.repeat(4_000_000)}`,
      `${'-'.repeat(60)}:\n`.repeat(60_000),
      '<user>'.repeat(700_000),
    ];
    const begin = performance.now();

    for (const hostile of texts) versionOf(hostile);

    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
