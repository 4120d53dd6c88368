import type { Message, MessageRole } from '../../../packages/formats';
import { partText } from '../../../packages/text';
import type { ChatRequest } from '../../../src/providers/chat-model';
import { extractiveModel } from '../../../src/providers/extractive-model';
import { minCpuMs } from '../../support/cpu-time';
import { fc } from '../../support/property';

const say = (role: MessageRole, content: string): Message => ({
  role,
  name: null,
  parts: [{ type: 'text', content }],
});

async function replyTo(messages: Message[], schema: Record<string, unknown> | null = null): Promise<string> {
  const request: ChatRequest = {
    messages,
    tools: [],
    reasoningConfig: null,
    replySchema: schema && { name: 'reply', schema },
  };
  const { message } = await extractiveModel.generate(request, { signal: new AbortController().signal });
  return message.parts.map(partText).join('');
}

const facts = 'The tower is 330 metres tall. It was built in 1889. Paint is renewed every seven years.';

describe('embedded/extractive', () => {
  it('replies with the sentence that shares the terms of the question', async () => {
    const messages = [say('system', facts), say('user', 'When was it built?')];

    expect(await replyTo(messages)).toBe('It was built in 1889.');
  });

  it('does not split a sentence after an abbreviation', async () => {
    const messages = [say('system', 'Dr. Smith built it in 1889. Paint is renewed.'), say('user', '1889?')];

    expect(await replyTo(messages)).toBe('Dr. Smith built it in 1889.');
  });

  it('finds the evidence in a tool result', async () => {
    const messages: Message[] = [
      say('user', 'How tall is the tower?'),
      { role: 'tool', name: null, parts: [{ type: 'tool_call_response', id: 'a', response: facts }] },
    ];

    expect(await replyTo(messages)).toBe('The tower is 330 metres tall.');
  });

  it('separates the question from the document in one message', async () => {
    const message = say('user', `Answer the question from the text.\nWhen was the tower built?\n${facts}`);

    expect(await replyTo([message])).toContain('It was built in 1889.');
    expect(await replyTo([message])).not.toContain('When was');
  });

  it('summarizes with the first sentences outside the instructions, in their order', async () => {
    const messages = [
      say('system', 'Be brief and kind.'),
      say('user', `Summarize:\n${facts}\nMore follows.`),
    ];

    expect(await replyTo(messages)).toBe(facts);
  });

  it('does not use assistant messages as evidence', async () => {
    const messages = [
      say('user', 'Hello there.'),
      say('assistant', 'The tower was built in 1900.'),
      say('user', 'When was the tower built?'),
    ];

    expect(await replyTo(messages)).toBe('Hello there.');
  });

  it.each([
    ['no messages', []],
    ['only a question', [say('user', 'When was the tower built?')]],
  ])('reports missing evidence: %s', async (_case, messages) => {
    expect(await replyTo(messages)).toBe('The conversation holds no evidence to answer from.');
  });

  it('costs nothing and counts tokens', async () => {
    const reply = await extractiveModel.generate(
      {
        messages: [say('system', facts), say('user', 'When?')],
        tools: [],
        reasoningConfig: null,
        replySchema: null,
      },
      { signal: new AbortController().signal },
    );

    expect(reply).toMatchObject({
      provider: 'embedded',
      model: 'extractive',
      finishReason: 'stop',
      costUsd: 0,
    });
    expect(reply.inputTokens).toBeGreaterThan(20);
    expect(reply.outputTokens).toBeGreaterThan(0);
  });

  it('copies up to three whole sentences in their order', async () => {
    const anySentences = fc
      .uniqueArray(fc.lorem({ maxCount: 6 }), { minLength: 1, maxLength: 12 })
      .map((phrases) => phrases.map((words) => `${words}.`));
    await fc.assert(
      fc.asyncProperty(anySentences, fc.lorem(), async (sentences, question) => {
        const reply = await replyTo([say('system', sentences.join(' ')), say('user', `${question}?`)]);

        const copied = reply.split(/(?<=\.) /).map((sentence) => sentences.indexOf(sentence));
        expect(copied).not.toContain(-1);
        expect(copied.length).toBeLessThanOrEqual(3);
        expect(copied).toEqual(copied.toSorted((left, right) => left - right));
      }),
      { seed: 1 },
    );
  });

  it('is deterministic and stays within 600 characters for any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.string(),
        async (evidence, question) => {
          const messages = [say('system', evidence), say('user', question)];
          const reply = await replyTo(messages);

          expect(reply.length).toBeLessThanOrEqual(600);
          expect(reply.isWellFormed()).toBe(true);
          expect(await replyTo(messages)).toBe(reply);
        },
      ),
      { seed: 1 },
    );
  });

  it('fills a reply schema from the evidence', async () => {
    const schema = {
      type: 'object',
      properties: {
        answer: { type: 'string' },
        year: { type: 'integer' },
        note: { type: ['string', 'null'] },
        certain: { type: 'boolean' },
        quotes: { type: 'array', items: { type: 'string' } },
        issues: { type: 'array', items: { type: 'object' } },
        label: { enum: ['a', 'b'] },
        nested: { type: 'object', properties: { height: { type: 'number' } } },
      },
    };

    const reply = await replyTo([say('system', facts), say('user', 'When was it built?')], schema);

    expect(JSON.parse(reply)).toEqual({
      answer: 'It was built in 1889.',
      year: 1889,
      note: 'It was built in 1889.',
      certain: false,
      quotes: ['It was built in 1889.'],
      issues: [],
      label: 'a',
      nested: { height: 1889 },
    });
  });

  it('reads 200,000 characters in under 200 ms of processor time', async () => {
    const sentences = Array.from(
      { length: 5_000 },
      (_, index) => `Fact ${index} says that item ${index * 7} is here.`,
    );
    const messages = [
      say('system', sentences.join(' ').slice(0, 200_000)),
      say('user', 'Where is item 700?'),
    ];
    await replyTo(messages);

    expect(await minCpuMs(() => replyTo(messages), 200)).toBeLessThan(200);
    expect(await replyTo(messages)).toContain('item 700');
  });

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('cancelled');
    const request = { messages: [], tools: [], reasoningConfig: null, replySchema: null };

    await expect(extractiveModel.generate(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});
