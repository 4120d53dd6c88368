import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Generation, Message, MessagePart } from '../../../packages/formats';
import { deleteContentOfExperiment } from '../../../src/conversations/content/conversation-content';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { makeEvaluation } from '../../../src/conversations/evaluations/evaluation';
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
import { applyRetention } from '../../support/stored-conversations';

useDatabase();

const DAY_MS = 86_400_000;
const retention = new Map<string, number>();
const service = createConversationService({ retentionOf: async (id) => retention.get(id) ?? null });

const text = (content: string): MessagePart => ({ type: 'text', content });
const user: NewMessage = { role: 'user', name: null, parts: [text('How far is it?')] };
const assistant: NewMessage = { role: 'assistant', name: null, parts: [text('Four miles.')] };
const generation: Generation = {
  model: 'small',
  provider: 'local',
  inputTokens: 7,
  outputTokens: 3,
  latencyMs: 12.5,
  costUsd: 0.0001,
  finishReason: 'stop',
};

function makeInput(changes: Partial<NewConversation> = {}): NewConversation {
  return { workspaceId: randomUUID(), type: 'import', messages: [user, assistant], ...changes };
}

function makeReply(changes: Partial<NewReply> & Pick<NewReply, 'workspaceId' | 'conversationId'>): NewReply {
  return {
    id: randomUUID(),
    experimentId: randomUUID(),
    itemId: randomUUID(),
    tags: {},
    sequenceNumber: 1,
    message: { role: 'assistant', name: null, parts: [text('Five.')] },
    generation,
    createdAt: new Date('2026-01-02T00:00:00Z'),
    expireAt: null,
    ...changes,
  };
}

function countStored(workspaceId: string): Promise<[number, number]> {
  const { connection } = mongoose;
  return Promise.all([
    connection.collection('conversations').countDocuments({ workspaceId }),
    connection.collection('messages').countDocuments({ workspaceId }),
  ]);
}

async function expiries(workspaceId: string): Promise<(Date | null)[]> {
  const read = (name: string) => mongoose.connection.collection(name).find({ workspaceId }).toArray();
  const found = [...(await read('conversations')), ...(await read('messages'))];
  return found.map((document) => document.expireAt);
}

describe('createConversation', () => {
  it('keeps every kind of part, tags, tools, unknown fields and times as they were', async () => {
    const parts: MessagePart[] = [
      text('a\r\nb 😀 \u2028 e\u0301'),
      { type: 'refusal', content: 'no' },
      { type: 'reasoning', content: '' },
      { type: 'tool_call', id: null, name: 'search', arguments: '{"$where": "a.b" ' },
      { type: 'tool_call_response', id: 'call_1', response: '' },
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: 'AAAA' },
      { type: 'blob', modality: 'file', mimeType: null, content: '' },
      { type: 'uri', modality: 'image', uri: 'https://example.test/a.png' },
      { type: 'file', fileId: 'file-1' },
    ];
    const extra = { $set: { 'a.b': null, _bsontype: 'ObjectId' }, '': [], constructor: 1 };
    const input = makeInput({
      externalId: 'ticket',
      tags: { team: 'a', constructor: 'x', _bsontype: 'ObjectId' },
      tools: [{ name: 'search', description: null, parameters: { $schema: 'x', properties: { 'a.b': {} } } }],
      createdAt: new Date('2025-03-04T05:06:07.089Z'),
      messages: [
        { ...user, name: 'ann', externalId: 'm-1', extra, createdAt: new Date('2025-03-04T05:06:08Z') },
        { ...assistant, parts, generation },
        { role: 'tool', name: null, parts: [], isError: true },
      ],
    });

    const created = await service.createConversation(input);

    expect(created.messages[1]?.parts).toEqual(parts);
    expect(created.messages[0]?.extra).toEqual(extra);
    expect(await service.findTranscript(input.workspaceId, created.conversation.id)).toEqual(created);
  });

  it('returns what is stored when an id is repeated', async () => {
    const input = makeInput({ conversationId: randomUUID() });
    const first = await service.createConversation(input);

    const again = await service.createConversation({ ...input, messages: [assistant] });

    expect(again).toEqual(first);
    expect(await countStored(input.workspaceId)).toEqual([1, 2]);
  });

  it('does not return a conversation of another workspace for its id', async () => {
    const { conversation } = await service.createConversation(makeInput());

    await expect(
      service.createConversation(makeInput({ conversationId: conversation.id })),
    ).rejects.toMatchObject({
      code: 11000,
    });
  });

  it('leaves nothing when the transaction of its caller fails', async () => {
    const input = makeInput();

    const failing = inTransaction(async (session) => {
      await service.addConversations([input], session);
      throw new Error('the caller aborted');
    });

    await expect(failing).rejects.toThrow('the caller aborted');
    expect(await countStored(input.workspaceId)).toEqual([0, 0]);
  });
});

describe('createConversations', () => {
  it('stores none when one cannot be stored', async () => {
    const workspaceId = randomUUID();
    const taken = (await service.createConversation(makeInput())).messages[0]?.id ?? '';
    const inputs = [makeInput(), makeInput({ messages: [{ ...user, id: taken }] })];

    await expect(service.createConversations(workspaceId, inputs)).rejects.toMatchObject({ code: 11000 });
    expect(await countStored(workspaceId)).toEqual([0, 0]);
  });
});

describe('reading', () => {
  it('shows a workspace only its own conversations', async () => {
    const { conversation } = await service.createConversation(makeInput());
    const { id, workspaceId } = conversation;
    const stranger = randomUUID();

    expect(await service.findTranscript(stranger, id)).toBeNull();
    await expect(service.getTranscript(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.removeConversation(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await service.listSources(stranger, [id])).toEqual(new Map());
    expect(await countStored(workspaceId)).toEqual([1, 2]);
  });

  it('gives experiments the preview and the reply to replay of each conversation', async () => {
    const workspaceId = randomUUID();
    const later: Message = { role: 'user', name: null, parts: [text('Thanks!')] };
    const messages = [user, assistant, user, { ...assistant, generation }, later];
    const replied = await service.createConversation(makeInput({ workspaceId, messages }));
    const unanswered = await service.createConversation(makeInput({ workspaceId, messages: [user] }));
    const ids = [replied.conversation.id, unanswered.conversation.id];
    await service.saveReply(makeReply({ workspaceId, conversationId: ids[0] ?? '', sequenceNumber: 9 }));

    const sources = await service.listSources(workspaceId, [...ids, randomUUID()]);

    expect(sources).toEqual(
      new Map([
        [
          ids[0],
          {
            preview: 'How far is it?',
            reply: { messageId: replied.messages[3]?.id, sequenceNumber: 3, generation },
          },
        ],
        [ids[1], { preview: 'How far is it?', reply: null }],
      ]),
    );
    const [earlier = ''] = replied.messages.filter(({ role }) => role === 'assistant').map(({ id }) => id);
    const chosen = await service.listSources(workspaceId, ids, new Map([[ids[0] ?? '', [earlier]]]));
    expect(ids.map((id) => chosen.get(id)?.reply)).toMatchObject([
      { messageId: earlier, sequenceNumber: 1 },
      null,
    ]);
  });
});

describe('replies of experiments', () => {
  it('keeps the first reply of an item, and returns it to a second attempt', async () => {
    const { conversation } = await service.createConversation(makeInput());
    const reply = makeReply({ workspaceId: conversation.workspaceId, conversationId: conversation.id });
    const other: Message = { role: 'assistant', name: null, parts: [text('Six.')] };

    await service.saveReply({ ...reply, tryId: 'first' });
    const answered = await service.saveReply({ ...reply, message: other, tryId: 'second' });

    expect(answered).toMatchObject({ parts: reply.message.parts, tryId: 'first' });
    expect(await service.findReply(reply.workspaceId, reply.id)).toMatchObject({
      id: reply.id,
      ...reply.message,
      generation,
    });
    expect(await countStored(conversation.workspaceId)).toEqual([1, 3]);
  });

  it('keeps a copied original apart from the original', async () => {
    const { conversation, messages } = await service.createConversation(makeInput());
    const original = messages[1];
    if (original === undefined) throw new Error('the original is missing');
    const reply = makeReply({
      workspaceId: conversation.workspaceId,
      conversationId: conversation.id,
      message: original,
    });

    await service.saveReply(reply);

    expect((await service.findReply(reply.workspaceId, reply.id))?.parts).toEqual(original.parts);
    expect((await service.findTranscript(conversation.workspaceId, conversation.id))?.messages).toEqual(
      messages,
    );
  });

  it('is no part of the transcript, and goes with its experiment', async () => {
    const { conversation, messages } = await service.createConversation(makeInput());
    const { workspaceId } = conversation;
    const reply = makeReply({ workspaceId, conversationId: conversation.id });
    const other = makeReply({ workspaceId, conversationId: conversation.id });
    await service.saveReply(reply);
    await service.saveReply(other);

    expect((await service.getTranscript(workspaceId, conversation.id)).messages).toEqual(messages);
    await inTransaction((session) => deleteContentOfExperiment(workspaceId, reply.experimentId, session));

    expect(await service.findReply(workspaceId, reply.id)).toBeNull();
    expect(await service.findReply(workspaceId, other.id)).not.toBeNull();
    expect(await service.findReply(randomUUID(), other.id)).toBeNull();
    expect(await countStored(workspaceId)).toEqual([1, 3]);
  });

  it('does not take a message of the transcript for a reply', async () => {
    const { conversation, messages } = await service.createConversation(makeInput());

    expect(await service.findReply(conversation.workspaceId, messages[1]?.id ?? '')).toBeNull();
  });
});

describe('removeConversation', () => {
  it('takes messages, replies and evaluations with it, and no others', async () => {
    const kept = await service.createConversation(makeInput());
    const { workspaceId } = kept.conversation;
    const gone = await service.createConversation(makeInput({ workspaceId }));
    await service.saveReply(makeReply({ workspaceId, conversationId: gone.conversation.id }));
    for (const { conversation, messages } of [kept, gone]) {
      await saveEvaluations([
        makeEvaluation(
          {
            workspaceId,
            conversationId: conversation.id,
            messageId: messages[1]?.id ?? '',
            experimentId: null,
            itemId: null,
            evaluatorId: randomUUID(),
            evaluatorVersion: 1,
            issueConfigVersion: 1,
            expireAt: null,
          },
          {
            status: 'completed',
            annotations: [],
            score: 0,
            unanchored: 0,
            usage: { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 },
            coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
          },
        ),
      ]);
    }

    await service.removeConversation(workspaceId, gone.conversation.id);

    expect(await service.findTranscript(workspaceId, gone.conversation.id)).toBeNull();
    expect(await countStored(workspaceId)).toEqual([1, 2]);
    expect(await listEvaluationsOfConversation(workspaceId, gone.conversation.id)).toEqual([]);
    expect(await listEvaluationsOfConversation(workspaceId, kept.conversation.id)).toHaveLength(1);
  });
});

describe('reconcileAfterWrite', () => {
  it('removes what was written to a conversation after it was deleted, and returns false', async () => {
    const { conversation } = await service.createConversation(makeInput());
    const { workspaceId, id } = conversation;
    await service.removeConversation(workspaceId, id);
    await service.saveReply(makeReply({ workspaceId, conversationId: id }));

    const isThere = await service.reconcileAfterWrite(conversation);

    expect(isThere).toBe(false);
    expect(await countStored(workspaceId)).toEqual([0, 0]);
  });

  it('lets what was written expire with the conversation when its retention has changed', async () => {
    const { conversation } = await service.createConversation(makeInput());
    const { workspaceId, id } = conversation;
    await applyRetention(workspaceId, 7);
    await service.saveReply(makeReply({ workspaceId, conversationId: id, expireAt: conversation.expireAt }));

    const isThere = await service.reconcileAfterWrite(conversation);

    expect(isThere).toBe(true);
    const [first, ...others] = await expiries(workspaceId);
    expect(first).not.toBeNull();
    expect(others).toEqual([first, first, first]);
  });
});

describe('retention', () => {
  it('lets new conversations expire, messages with them, counted from when they were stored', async () => {
    const input = makeInput({ createdAt: new Date('2020-01-01T00:00:00Z') });
    retention.set(input.workspaceId, 30);

    const { conversation } = await service.createConversation(input);

    const inDays = ((conversation.expireAt?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(inDays).toBeCloseTo(30, 2);
    expect(await expiries(input.workspaceId)).toEqual([
      conversation.expireAt,
      conversation.expireAt,
      conversation.expireAt,
    ]);
  });

  it('is read in the transaction that stores', async () => {
    const seen: boolean[] = [];
    const { createConversations } = createConversationService({
      retentionOf: async (_workspaceId, session) => {
        seen.push(session.inTransaction());
        return 7;
      },
    });
    const workspaceId = randomUUID();

    await createConversations(workspaceId, [makeInput(), makeInput()]);

    expect(seen).toEqual([true]);
    for (const expireAt of await expiries(workspaceId)) {
      expect(((expireAt?.getTime() ?? 0) - Date.now()) / DAY_MS).toBeCloseTo(7, 2);
    }
  });

  it('changes what is stored already, in one workspace only', async () => {
    const { conversation } = await service.createConversation(makeInput());
    const other = await service.createConversation(makeInput());
    const { workspaceId } = conversation;

    await applyRetention(workspaceId, 7);

    for (const expireAt of await expiries(workspaceId)) {
      expect(((expireAt?.getTime() ?? 0) - Date.now()) / DAY_MS).toBeCloseTo(7, 2);
    }
    expect(await expiries(other.conversation.workspaceId)).toEqual([null, null, null]);

    await applyRetention(workspaceId, null);

    expect(await expiries(workspaceId)).toEqual([null, null, null]);
  });

  it.each(['conversations', 'messages'])('has MongoDB delete %s at their time', async (name) => {
    const indexes = await mongoose.connection.collection(name).indexes();

    expect(indexes).toContainEqual(expect.objectContaining({ key: { expireAt: 1 }, expireAfterSeconds: 0 }));
  });
});
