import type { Message, MessagePart } from '../../../../packages/formats';
import {
  appendChunk,
  chunkMessages,
  countWithin,
  type Fragment,
} from '../../../../src/evaluation/judging/conversation-chunks';
import { fc } from '../../../support/property';

const long = fc.integer({ min: 0, max: 2_500_000 }).map((length) => '😀x'.repeat(length / 3));
const text = fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'binary' }) }, long);
const part: fc.Arbitrary<MessagePart> = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'refusal', 'reasoning'), content: text }),
  fc.record({ type: fc.constant('tool_call'), id: fc.constant('1'), name: fc.string(), arguments: text }),
  fc.record({ type: fc.constant('tool_call_response'), id: fc.constant(null), response: text }),
  fc.record({ type: fc.constant('uri'), modality: fc.constant('image'), uri: fc.string() }),
);
const messages: fc.Arbitrary<Message[]> = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    name: fc.option(fc.string()),
    parts: fc.array(part, { maxLength: 6 }),
  }),
  { maxLength: 6 },
);

async function inChunks(whole: readonly Message[]): Promise<Fragment[][]> {
  const chunks = [];
  for await (const chunk of chunkMessages(whole)) chunks.push(chunk);
  return chunks;
}

it('reassembles the same messages from small chunks', async () => {
  await fc.assert(
    fc.asyncProperty(messages, async (whole) => {
      const together: Message[] = [];
      for (const chunk of await inChunks(whole)) {
        appendChunk(together, structuredClone(chunk));
        expect(JSON.stringify(chunk).length).toBeLessThan(6 * 2 ** 20 + 1_000);
      }

      expect(together).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

it('splits a message of many parts, and drops the fields that evaluators do not read', async () => {
  const parts = Array.from({ length: 5_000 }, () => ({ type: 'text' as const, content: 'x' }));
  const generation = { finishReason: 'length', model: 'secret' };
  const message = { role: 'user' as const, name: null, parts, extra: { secret: 1 }, generation };

  const chunks = await inChunks([message]);

  expect(chunks.map(({ length }) => length)).toEqual([2_000, 2_000, 1_001]);
  expect(JSON.stringify(chunks)).not.toContain('secret');
  expect(chunks[0]?.[0]).toMatchObject({ message: { generation: { finishReason: 'length' } } });
});

it('counts the texts of messages, domain context and tools', () => {
  const content = 'x'.repeat(1000);
  const issueConfig = { labels: [], domainContext: 'y'.repeat(100) };
  const input = {
    messages: [{ role: 'user' as const, name: null, parts: [{ type: 'text' as const, content }] }],
    tools: [],
    issueConfig,
  };
  const tools = [{ name: 'look_up', description: 'z'.repeat(200), parameters: null }];

  expect([1099, 1100].map((units) => countWithin(input, [0], units))).toEqual([0, 1]);
  expect(countWithin({ ...input, tools }, [0], 1300)).toBe(0);
});

it('counts the messages whose conversation up to them is short enough', () => {
  const messages = Array.from({ length: 5 }, () => ({
    role: 'assistant' as const,
    name: null,
    parts: [{ type: 'text' as const, content: 'x'.repeat(100) }],
  }));
  const input = { messages, tools: [], issueConfig: { labels: [], domainContext: null } };

  expect([99, 100, 399, 400, 500].map((units) => countWithin(input, [0, 1, 3], units))).toEqual([
    0, 1, 2, 3, 3,
  ]);
});
