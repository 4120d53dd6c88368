import { randomUUID } from 'node:crypto';
import { deleteContentOfExperiment } from '../../../../src/conversations/content/conversation-content';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { findingCollection } from '../../../../src/conversations/findings/ledger/finding.model';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';
import {
  applyRetention,
  evaluationOf,
  messageAt,
  newConversation,
} from '../../../support/stored-conversations';

useDatabase();

const DAY_MS = 86_400_000;
const retention = new Map<string, number>();
const service = createConversationService({ retentionOf: async (id) => retention.get(id) ?? null });

async function storeMessage(workspaceId: string = randomUUID()) {
  const input = newConversation(
    [
      messageAt('2026-03-01T09:00:00Z'),
      messageAt('2026-03-01T10:00:00Z', { agentName: 'desk', promptVersion: 'v4' }),
    ],
    { workspaceId, type: 'trace', conversationId: randomUUID(), tags: { topic: 'boats' } },
  );
  const { conversation, messages } = await service.createConversation(input);
  return { workspaceId, conversationId: conversation.id, messageId: messages[1]?.id ?? '' };
}
type Of = Awaited<ReturnType<typeof storeMessage>>;

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 0, 0, second));

/** An evaluation that reports spans of the message. */
function reporting(of: Of, spans: [number, number][], second: number, changes: object = {}) {
  const evaluation = evaluationOf(
    of,
    spans.map(() => 'fabrication'),
    { createdAt: at(second), ...changes },
  );
  const annotations = evaluation.annotations.map((annotation, index) => {
    const [startOffset, endOffset] = spans[index] as [number, number];
    const evidence = [{ messageIndex: 0, messagePartIndex: 0, startOffset: 0, endOffset: 2 }];
    return {
      ...annotation,
      startOffset,
      endOffset,
      text: 'Four miles.'.slice(startOffset, endOffset),
      evidence,
    };
  });
  return { ...evaluation, annotations };
}

const stored = ({ messageId }: Pick<Of, 'messageId'>) =>
  findingCollection().find({ messageId }).sort({ startOffset: 1, evaluatorId: 1 }).toArray();
const current = async (of: Of) => (await stored(of)).filter(({ isCurrent }) => isCurrent);
const idsOf = async (of: Of) => (await current(of)).map(({ findingId }) => findingId);

it('stores a row for each finding with what the message and its conversation are', async () => {
  const of = await storeMessage();
  const evaluation = reporting(of, [[0, 4]], 1);

  await service.recordVerdicts([evaluation]);

  const [row] = await stored(of);
  expect(row).toMatchObject({
    ...of,
    conversationType: 'trace',
    experimentId: null,
    evaluatorId: 'judge',
    evaluatorVersion: 1,
    evaluationId: evaluation.id,
    issueConfigVersion: 1,
    text: 'Four',
    label: 'fabrication',
    isCurrent: true,
    review: null,
    role: 'assistant',
    agentName: 'desk',
    promptVersion: 'v4',
    tags: [{ key: 'topic', value: 'boats' }],
    createdAt: new Date('2026-03-01T10:00:00Z'),
    recurring: { kind: 'name', key: 'four' },
  });
});

it('deletes superseded findings without a review, all but the latest 100', async () => {
  const of = await storeMessage();
  const marks = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): [number, number] => [
      2 * (from + index),
      2 * (from + index) + 1,
    ]);
  await service.recordVerdicts([reporting(of, marks(0, 60), 1)]);
  const [reviewed] = await idsOf(of);
  await findingCollection().updateOne({ findingId: reviewed ?? '' }, { $set: { review: 'confirmed' } });

  await service.recordVerdicts([reporting(of, marks(100, 70), 2)]);
  await service.recordVerdicts([reporting(of, marks(200, 1), 3)]);

  const rows = await stored(of);
  const superseded = rows.filter(({ isCurrent }) => !isCurrent);
  expect(rows.length - superseded.length).toBe(1);
  expect(superseded).toHaveLength(101);
  expect(superseded.filter(({ reportedAt }) => reportedAt?.getTime() === at(2).getTime())).toHaveLength(70);
  expect(superseded.map(({ findingId }) => findingId)).toContain(reviewed);
});

it('keeps ids and reviews when a message is evaluated again, by other evaluators too', async () => {
  const of = await storeMessage();
  await service.recordVerdicts([
    reporting(
      of,
      [
        [0, 4],
        [5, 10],
      ],
      1,
    ),
  ]);
  const ids = await idsOf(of);
  await findingCollection().updateOne({ findingId: ids[0] ?? '' }, { $set: { review: 'confirmed' } });

  await service.recordVerdicts([
    reporting(
      of,
      [
        [0, 3],
        [5, 11],
      ],
      2,
      { evaluatorVersion: 2 },
    ),
  ]);
  await service.recordVerdicts([reporting(of, [[0, 5]], 3, { evaluatorId: 'other' })]);

  const rows = await stored(of);
  expect(rows.map(({ findingId, evaluatorId, review }) => [findingId, evaluatorId, review])).toEqual([
    [ids[0], 'judge', 'confirmed'],
    [ids[0], 'other', 'confirmed'],
    [ids[1], 'judge', null],
  ]);
  expect(rows[0]?.evaluatorVersion).toBe(2);
});

it('keeps what is no longer reported aside, with its review, until it is reported again', async () => {
  const of = await storeMessage();
  await service.recordVerdicts([
    reporting(
      of,
      [
        [0, 4],
        [5, 10],
      ],
      1,
    ),
  ]);
  const ids = await idsOf(of);
  await findingCollection().updateMany({ messageId: of.messageId }, { $set: { review: 'rejected' } });

  await service.recordVerdicts([reporting(of, [[5, 10]], 2)]);
  expect(await idsOf(of)).toEqual([ids[1]]);
  await service.recordVerdicts([reporting(of, [], 3, { status: 'not_judgeable' })]);
  expect(await idsOf(of)).toEqual([]);
  await service.recordVerdicts([
    reporting(
      of,
      [
        [0, 4],
        [5, 10],
      ],
      4,
    ),
  ]);

  expect(await idsOf(of)).toEqual(ids);
  expect((await stored(of)).map(({ review }) => review)).toEqual(['rejected', 'rejected']);
});

it('lets neither a repeated, nor an outdated evaluation, nor one without a verdict change anything', async () => {
  const of = await storeMessage();
  const latest = reporting(of, [[0, 4]], 3);
  await service.recordVerdicts([latest]);
  const before = await stored(of);

  await service.recordVerdicts([latest]);
  await service.recordVerdicts([reporting(of, [[5, 10]], 1)]);
  await service.recordVerdicts([reporting(of, [], 9, { status: 'no_verdict' })]);
  await inTransaction((session) => service.recordFindings([latest, reporting(of, [[5, 10]], 9)], session));

  expect(await stored(of)).toEqual(before);
});

it('stores nothing for a message that is gone, or of another workspace', async () => {
  const of = await storeMessage();
  await service.recordVerdicts([
    reporting({ ...of, workspaceId: randomUUID() }, [[0, 4]], 1),
    reporting({ ...of, messageId: randomUUID() }, [[0, 4]], 1),
  ]);
  expect(await stored(of)).toEqual([]);
});

it('deletes the findings of a deleted conversation, and of an experiment the replies of which are deleted', async () => {
  const [gone, kept] = [await storeMessage(), await storeMessage()];
  for (const one of [gone, kept]) await service.recordVerdicts([reporting(one, [[0, 4]], 1)]);
  const experimentId = randomUUID();
  const reply = {
    id: randomUUID(),
    ...kept,
    experimentId,
    itemId: randomUUID(),
    expireAt: null,
    tags: {},
    sequenceNumber: 2,
    generation: null,
    createdAt: at(0),
    message: { role: 'assistant' as const, name: null, parts: [{ type: 'text' as const, content: 'Four.' }] },
  };
  await service.saveReply(reply as never);
  const ofReply = { ...kept, messageId: reply.id };
  await service.recordVerdicts([reporting(ofReply, [[0, 4]], 1, { experimentId, itemId: reply.itemId })]);
  expect(await stored(ofReply)).toMatchObject([{ experimentId, conversationType: 'experiment' }]);

  await service.removeConversation(gone.workspaceId, gone.conversationId);
  await inTransaction((session) => deleteContentOfExperiment(kept.workspaceId, experimentId, session));

  expect(await stored(gone)).toEqual([]);
  expect(await stored(ofReply)).toEqual([]);
  expect(await stored(kept)).toHaveLength(1);
});

it('follows its message when the transcript is replaced: tags, times, evidence, and other text', async () => {
  const of = await storeMessage();
  await service.recordVerdicts([reporting(of, [[0, 4]], 1)]);
  const replaced = newConversation(
    [messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T11:00:00Z', { id: of.messageId })],
    {
      workspaceId: of.workspaceId,
      type: 'trace',
      conversationId: of.conversationId,
      tags: { topic: 'cars' },
    },
  );

  await inTransaction((session) => service.replaceConversation(replaced, session));
  expect(await stored(of)).toMatchObject([
    {
      tags: [{ key: 'topic', value: 'cars' }],
      createdAt: new Date('2026-03-01T11:00:00Z'),
      agentName: null,
      evidence: [],
      isCurrent: true,
    },
  ]);

  const [first, second] = replaced.messages;
  const parts = [{ type: 'text' as const, content: 'Five miles.' }];
  const messages = [first, { ...second, parts }] as typeof replaced.messages;
  await inTransaction((session) => service.replaceConversation({ ...replaced, messages }, session));
  expect(await stored(of)).toEqual([]);
});

it('expires with its message, after the retention was changed too', async () => {
  const workspaceId = randomUUID();
  retention.set(workspaceId, 30);
  const of = await storeMessage(workspaceId);
  await service.recordVerdicts([reporting(of, [[0, 4]], 1)]);
  const [row] = await stored(of);
  expect(row?.expireAt?.getTime()).toBe((row?.storedAt.getTime() ?? 0) + 30 * DAY_MS);

  await applyRetention(workspaceId, 7);

  const [after] = await stored(of);
  expect(after?.expireAt?.getTime()).toBe((row?.storedAt.getTime() ?? 0) + 7 * DAY_MS);
});
