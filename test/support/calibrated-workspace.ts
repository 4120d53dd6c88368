import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { TestApi } from './api';
import { firstOf } from './first-of';
import { makeWorkspace } from './people';
import type { Schemas } from './wire-types';

/** Replies that the embedded evaluator scores 0.005, 0.58 and 0.64; it flags the last two. */
const replies = {
  right: 'The Harrow Bridge was opened in 1887.',
  doubtful: 'In 1889.',
  wrong: 'The Harrow Bridge was opened in 1889.',
};
export type ScoredReplyKind = keyof typeof replies;

const COPIED = ['conversations', 'messages', 'evaluations', 'findings', 'reviews'];

/** Evaluates one of the replies, and stores it. */
export async function detectScored(api: TestApi, kind: ScoredReplyKind, request: object = {}) {
  const response = await api.post('/v1/evaluate', {
    messages: [
      { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
      { role: 'user', content: 'When was the Harrow Bridge opened?' },
      { role: 'assistant', content: replies[kind] },
    ],
    ...request,
  });
  expect(response).toMatchObject({ status: 200 });
  return response.body as unknown as Schemas['Detection'];
}

/**
 * A new workspace with reviewed replies of these kinds, of which the wrong ones have an issue, and a queue that samples all
 * of them. Its items are open. One reply of each kind is evaluated and reviewed over HTTP, the others are copies of it.
 */
export async function makeSampledReplies(
  api: TestApi,
  counts: Record<ScoredReplyKind, number>,
): Promise<string> {
  api.workspaceId = await makeWorkspace(api);
  for (const kind of Object.keys(counts) as ScoredReplyKind[]) {
    const { conversation_id: conversationId } = await detectScored(api, kind);
    await reviewReply(api, conversationId, kind === 'wrong');
    await copyConversation(conversationId, counts[kind] - 1);
  }
  const size = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sample = { filter: 'role = assistant', size, seed: 'audit' };
  const { status, body } = await api.post('/v1/review-queues', { name: 'Audit', source: { sample } });
  expect(status).toBe(201);
  return body.id;
}

async function reviewReply(api: TestApi, conversationId: string, isWrong: boolean): Promise<void> {
  const { messages } = (await api.get(`/v1/conversations/${conversationId}`)).body;
  const verdict = isWrong ? 'has_issue' : 'clean';
  await api.post(`/v1/messages/${messages.at(-1)?.id}/reviews`, { verdict });
  if (!isWrong) return;
  const filter = encodeURIComponent(`conversation_id = ${conversationId}`);
  const { id } = firstOf((await api.get(`/v1/findings?filter=${filter}`)).body.items);
  await api.post(`/v1/findings/${id}/reviews`, { verdict: 'confirmed' });
}

/** Completes the next items of a queue whose replies are reviewed. */
export async function completeItems(queueId: string, count: number): Promise<void> {
  const items = mongoose.connection.collection('review_items');
  const next = await items.find({ queueId, isCompleted: false }).sort({ position: 1 }).limit(count).toArray();
  expect(next).toHaveLength(count);
  await items.updateMany({ _id: { $in: next.map(({ _id }) => _id) } }, { $set: { isCompleted: true } });
}

async function copyConversation(conversationId: string, count: number): Promise<void> {
  const found = await Promise.all(
    COPIED.map(async (name) => {
      const collection = mongoose.connection.collection<{ _id: string }>(name);
      const own = name === 'conversations' ? { _id: conversationId } : { conversationId };
      return { collection, documents: await collection.find(own).toArray() };
    }),
  );
  const ids = new Set(found.flatMap(({ documents }) => documents.map(({ _id }) => _id.split('/')[0] ?? '')));
  const renamings = Array.from({ length: count }, () => new Map([...ids].map((id) => [id, randomUUID()])));
  for (const { collection, documents } of found) {
    const copies = renamings.flatMap((names) => documents.map((document) => rename(document, names)));
    if (copies.length > 0) await collection.insertMany(copies);
  }
}

/** A copy of a value in which ids are replaced, also those that are the first part of a key. */
function rename<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') {
    const [first = '', ...rest] = value.split('/');
    return [names.get(first) ?? first, ...rest].join('/') as Value;
  }
  if (Array.isArray(value)) return value.map((one) => rename(one, names)) as Value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rename(inner, names)]),
  ) as Value;
}
