import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { makeConversation } from '../support/builders';
import { firstOf } from '../support/first-of';
import { useApi } from '../support/use-api';

const api = useApi();

const FINDINGS = 100_000;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
const MAX_RATIO = 10;

const filters = [
  'label = reasoning_error AND confidence >= 0.9',
  'NOT review:*',
  'review = rejected AND tool_name = look_up',
  'text:"SKU-1" AND model = "m-3"',
  'tags.team = red AND created_at >= 2026-01-02T00:00:00Z',
];

/** Copies of a stored finding with other texts, labels, tools and times. */
async function insertFindings(): Promise<void> {
  const collection = mongoose.connection.collection<{ _id: string; evaluatorId: string }>('findings');
  const template = firstOf(await collection.find({}).limit(1).toArray());
  for (let start = 0; start < FINDINGS; start += 5000) {
    const rows = Array.from({ length: 5000 }, (_, offset) => {
      const index = start + offset;
      const findingId = randomUUID();
      return {
        ...template,
        _id: `${findingId}/${template.evaluatorId}`,
        findingId,
        conversationId: randomUUID(),
        messageId: randomUUID(),
        text: `SKU-${index}`,
        label: index % 10 === 0 ? 'reasoning_error' : 'fabrication',
        confidence: (index % 100) / 100,
        toolName: index % 4 === 0 ? 'look_up' : null,
        review: index % 50 === 0 ? 'rejected' : null,
        model: `m-${index % 7}`,
        tags: [{ key: 'team', value: index % 3 === 0 ? 'red' : 'blue' }],
        createdAt: new Date(Date.UTC(2026, 0, 1) + index * 10_000),
      };
    });
    await collection.insertMany(rows as never);
  }
}

async function timeOf(path: string): Promise<number> {
  const begin = performance.now();
  const { status } = await api.get(path);
  const duration = performance.now() - begin;
  expect(status).toBe(200);
  return duration;
}

const p95 = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;

it('lists a filtered page of 50 among 100,000 findings in less than 10 times the time of a conversation', async () => {
  const { body } = await api.post('/v1/detect-hallucinations', makeConversation());
  await insertFindings();
  const times: Record<string, number[]> = {
    conversation: [],
    ...Object.fromEntries(filters.map((one) => [one, []])),
  };

  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const isCounted = round >= WARM_UP_ROUNDS;
    const conversation = await timeOf(`/v1/conversations/${body.conversation_id}`);
    if (isCounted) times.conversation?.push(conversation);
    for (const filter of filters) {
      const list = await timeOf(`/v1/findings?limit=50&filter=${encodeURIComponent(filter)}`);
      if (isCounted) times[filter]?.push(list);
    }
  }

  const [reference, ...lists] = Object.entries(times).map(([name, ofName]) => [name, p95(ofName)] as const);
  const figures = [reference, ...lists].map((one) => `${one?.[0]}: p95 ${one?.[1].toFixed(1)} ms`);
  process.stderr.write(`${figures.join('\n')}\n`);
  const all = p95(filters.flatMap((filter) => times[filter] ?? []));
  expect(all).toBeLessThan(MAX_RATIO * (reference?.[1] ?? 0));
}, 300_000);
