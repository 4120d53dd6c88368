import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createConversationService } from '../../../src/conversations/conversation.service';
import {
  listEvaluationsOfConversation,
  saveEvaluations,
} from '../../../src/conversations/evaluations/evaluation.repository';
import type {
  NewConversation,
  NewMessage,
  NewReply,
} from '../../../src/conversations/transcript/conversation';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';
import {
  evaluationOf,
  forgetMarks,
  messageAt,
  newConversation,
  storedMarks,
  storedVerdicts,
} from '../../support/stored-conversations';

useDatabase();

const retention = new Map<string, number>();
const service = createConversationService({ retentionOf: async (id) => retention.get(id) ?? null });

const traceOf = (messages: NewMessage[], changes: Partial<NewConversation> = {}) =>
  newConversation(messages, { type: 'trace', conversationId: randomUUID(), ...changes });
const store = (input: NewConversation) =>
  inTransaction((session) => service.replaceConversation(input, session));
const says = (content: string): Partial<NewMessage> => ({ parts: [{ type: 'text', content }] });

/** Stores an evaluation with a finding, and records it. */
async function evaluate({ workspaceId, conversationId = '' }: NewConversation, messageId: string) {
  const createdAt = new Date('2026-03-06T00:00:00Z');
  const evaluation = evaluationOf({ workspaceId, conversationId, messageId }, ['fabrication'], { createdAt });
  await saveEvaluations([evaluation]);
  await service.recordVerdicts([evaluation]);
}

const evaluatedMessages = async ({ workspaceId, conversationId = '' }: NewConversation) =>
  (await listEvaluationsOfConversation(workspaceId, conversationId)).map(({ messageId }) => messageId).sort();

it('stores a conversation under the id it is given, then replaces its description and its messages', async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const input = traceOf([
    messageAt('2026-03-01T10:00:00Z', { id: first }),
    messageAt('2026-03-01T10:01:00Z', { id: third }),
  ]);
  await store(input);

  const replaced = await store({
    ...input,
    tags: { topic: 'boats' },
    messages: [
      messageAt('2026-03-01T10:00:00Z', { id: first }),
      messageAt('2026-03-01T10:00:30Z', { id: second, agentName: 'desk' }),
      messageAt('2026-03-01T10:02:00Z', { id: third, ...says('Five.') }),
    ],
  });

  const { conversation, messages } = await service.getTranscript(
    input.workspaceId,
    input.conversationId ?? '',
  );
  expect({ conversation, messages }).toEqual(replaced);
  expect(conversation).toMatchObject({
    type: 'trace',
    tags: { topic: 'boats' },
    messageCount: 3,
    lastMessageAt: new Date('2026-03-01T10:02:00Z'),
  });
  expect(messages.map(({ id, sequenceNumber }) => [id, sequenceNumber])).toEqual([
    [first, 0],
    [second, 1],
    [third, 2],
  ]);
  expect(messages[1]?.agentName).toBe('desk');
});

it('keeps what was said of messages that stay as they are, and drops it with those that change or go', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()].sort();
  const [same, other, gone] = ids as [string, string, string];
  const input = traceOf([same, other, gone].map((id) => messageAt('2026-03-01T10:00:00Z', { id })));
  await store(input);
  for (const id of ids) await evaluate(input, id);
  expect(await evaluatedMessages(input)).toEqual(ids);

  await store({
    ...input,
    messages: [
      messageAt('2026-03-01T11:00:00Z', { id: other, ...says('Five miles.') }),
      messageAt('2026-03-01T12:00:00Z', { id: same }),
    ],
  });

  expect(await evaluatedMessages(input)).toEqual([same]);
  expect(await storedVerdicts(same)).toHaveLength(1);
  expect(await storedVerdicts(other)).toEqual([]);
  const { messages } = await service.getTranscript(input.workspaceId, input.conversationId ?? '');
  expect(messages.map(({ id }) => id)).toEqual([other, same]);
});

it('removes the evidence in messages that change or move, and no other', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [first, second, reply] = ids;
  const input = traceOf(ids.map((id, minute) => messageAt(`2026-03-01T10:0${minute}:00Z`, { id })));
  await store(input);
  const { workspaceId, conversationId = '' } = input;
  const evaluation = evaluationOf({ workspaceId, conversationId, messageId: reply }, ['fabrication']);
  const at = (messageIndex: number) => ({ messageIndex, messagePartIndex: 0, startOffset: 0, endOffset: 2 });
  const [annotation] = evaluation.annotations;
  const annotations = annotation === undefined ? [] : [{ ...annotation, evidence: [at(1), at(0)] }];
  await saveEvaluations([{ ...evaluation, annotations, withheld: annotations }]);
  const findEvidence = async () => {
    const [found] = await listEvaluationsOfConversation(workspaceId, conversationId);
    expect(found?.withheld).toEqual(found?.annotations);
    return found?.annotations.map(({ evidence }) => evidence);
  };

  await store({ ...input, messages: [...input.messages, messageAt('2026-03-01T10:09:00Z')] });
  expect(await findEvidence()).toEqual([[at(1), at(0)]]);

  const inserted = [first, randomUUID(), second, reply];
  await store({
    ...input,
    messages: inserted.map((id, minute) => messageAt(`2026-03-01T10:0${minute}:00Z`, { id })),
  });
  expect(await findEvidence()).toEqual([[at(0)]]);
});

it('marks the periods of the messages that were there and of those that are', async () => {
  const input = traceOf([messageAt('2026-03-01T10:00:00Z'), messageAt('2026-03-01T11:00:00Z')]);
  await store(input);
  await forgetMarks(input.workspaceId);

  await store({ ...input, messages: [messageAt('2026-03-02T09:00:00Z')] });

  expect(await storedMarks(input.workspaceId)).toEqual(['2026-03-01T10', '2026-03-01T11', '2026-03-02T09']);
});

it('leaves what was there, and no mark, when the transaction is aborted', async () => {
  const input = traceOf([messageAt('2026-03-01T10:00:00Z')]);
  const before = await store(input);
  await forgetMarks(input.workspaceId);

  const replaced = inTransaction(async (session) => {
    await service.replaceConversation({ ...input, messages: [messageAt('2026-03-02T09:00:00Z')] }, session);
    throw new Error('aborted');
  });

  await expect(replaced).rejects.toThrow('aborted');
  expect(await service.getTranscript(input.workspaceId, input.conversationId ?? '')).toEqual(before);
  expect(await storedMarks(input.workspaceId)).toEqual([]);
});

it('renews the expiry of a whole conversation when it is stored again', async () => {
  const messageId = randomUUID();
  const input = traceOf([messageAt('2026-03-01T10:00:00Z', { id: messageId })]);
  const { workspaceId, conversationId = '' } = input;
  await store(input);
  await evaluate(input, messageId);
  const reply: NewReply = {
    id: randomUUID(),
    workspaceId,
    conversationId,
    experimentId: randomUUID(),
    itemId: randomUUID(),
    tags: {},
    sequenceNumber: 0,
    message: messageAt('2026-03-05T00:00:00Z'),
    generation: null,
    createdAt: new Date('2026-03-05T00:00:00Z'),
    expireAt: null,
  };
  await service.saveReply(reply);
  retention.set(workspaceId, 30);

  const { conversation } = await store(input);

  const [evaluation] = await listEvaluationsOfConversation(workspaceId, conversationId);
  expect(conversation.expireAt?.getTime()).toBeGreaterThan(Date.now());
  expect(evaluation?.expireAt).toEqual(conversation.expireAt);
  expect(await service.findReply(workspaceId, reply.id)).not.toBeNull();
});

it('leaves all of a conversation, or nothing, when it is deleted and stored again at the same time', async () => {
  const input = traceOf([messageAt('2026-03-01T10:00:00Z', { id: randomUUID() })]);
  const { workspaceId, conversationId = '' } = input;
  await store(input);

  for (let round = 0; round < 30; round += 1) {
    await Promise.allSettled([service.removeConversation(workspaceId, conversationId), store(input)]);

    const transcript = await service.findTranscript(workspaceId, conversationId);
    expect(transcript?.messages.length ?? 1).toBe(1);
    await store(input);
  }
});

describe('removeTrace', () => {
  it('removes the conversation with its messages and evaluations, and marks their periods', async () => {
    const messageId = randomUUID();
    const input = traceOf([messageAt('2026-03-01T10:00:00Z', { id: messageId })]);
    const { workspaceId, conversationId = '' } = input;
    await store(input);
    await evaluate(input, messageId);
    await forgetMarks(workspaceId);
    const remove = () =>
      inTransaction((session) => service.removeTrace(workspaceId, conversationId, session));

    await remove();
    await remove();

    expect(await service.findTranscript(workspaceId, conversationId)).toBeNull();
    expect(await evaluatedMessages(input)).toEqual([]);
    expect(await storedMarks(workspaceId)).toEqual(['2026-03-01T10']);
  });
});

describe('conversations that are replaced together', () => {
  const messageArbitrary = fc.record({
    id: fc.nat(4),
    text: fc.constantFrom('Four miles.', 'Five miles.'),
    minute: fc.nat(59),
    agentName: fc.constantFrom(null, 'desk'),
  });
  const messagesArbitrary = fc.uniqueArray(messageArbitrary, { selector: ({ id }) => id, maxLength: 5 });
  const conversationArbitrary = fc.record({
    before: fc.option(messagesArbitrary),
    now: messagesArbitrary,
    topic: fc.constantFrom('boats', 'trains'),
    isEvaluated: fc.boolean(),
  });
  type Case = typeof conversationArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

  /** Stores what was before and replaces it; returns everything that is stored then, without what chance decides. */
  async function replaceAll(
    cases: readonly Case[],
    replace: (workspaceId: string, inputs: NewConversation[]) => Promise<unknown>,
  ) {
    const workspaceId = randomUUID();
    const toInput = (index: number, messages: Case['now'], tags: Record<string, string>) =>
      traceOf(
        messages.map(({ id, text, minute, agentName }) =>
          messageAt(`2026-03-01T1${index}:${String(minute).padStart(2, '0')}:00Z`, {
            id: `${workspaceId}/${index}/${id}`,
            agentName,
            ...says(text),
          }),
        ),
        {
          workspaceId,
          conversationId: `${workspaceId}/${index}`,
          tags,
          createdAt: new Date('2026-03-01T09:00:00Z'),
        },
      );
    for (const [index, { before, isEvaluated }] of cases.entries()) {
      if (before === null) continue;
      const input = toInput(index, before, { topic: 'boats' });
      await store(input);
      for (const { id } of isEvaluated ? input.messages : []) await evaluate(input, id ?? '');
    }
    await forgetMarks(workspaceId);
    retention.set(workspaceId, 7);
    await replace(
      workspaceId,
      cases.map(({ now, topic }, index) => toInput(index, now, { topic })),
    );
    const read = async (name: string, byChance: string[]) => {
      const found = await mongoose.connection.collection(name).find({ workspaceId }).toArray();
      return found.map((record) => withoutFields(record, ['storedAt', 'expireAt', ...byChance])).sort();
    };
    const stored = {
      conversations: await read('conversations', []),
      messages: await read('messages', ['evaluationId']),
      evaluations: await read('evaluations', ['_id']),
      findings: await read('findings', ['_id', 'findingId', 'evaluationId', 'reportedAt']),
      marks: [...new Set(await storedMarks(workspaceId))],
      expiring: await mongoose.connection
        .collection('messages')
        .countDocuments({ workspaceId, expireAt: { $ne: null } }),
    };
    return JSON.parse(JSON.stringify(stored).replaceAll(workspaceId, ''));
  }

  const withoutFields = (record: object, names: string[]): string =>
    JSON.stringify(record, (key, value) => (names.includes(key) ? undefined : value));

  it('are stored as if one were replaced after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversationArbitrary, { minLength: 1, maxLength: 4 }),
        async (cases: Case[]) => {
          const together = await replaceAll(cases, (workspaceId, inputs) =>
            inTransaction((session) => service.replaceConversations(workspaceId, inputs, session)),
          );
          const apart = await replaceAll(cases, async (_workspaceId, inputs) => {
            for (const input of inputs) await store(input);
          });

          expect(together).toEqual(apart);
        },
      ),
      { numRuns: 15 },
    );
  });
});
