import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createWithinLimits } from '../../../src/access/limits/creation-limits';
import { deleteContentOfExperiment } from '../../../src/conversations/content/conversation-content';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { findReviewedMessage } from '../../../src/conversations/storage/reviewed-message.repository';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { driverDatabase } from '../../../src/platform/mongo/driver';
import { createReviewQueueService } from '../../../src/review/queues/review-queue.service';
import { appendReview } from '../../../src/review/reviews/append-review';
import { draftReplyReview } from '../../../src/review/reviews/draft-reviews';
import { lockMessage } from '../../../src/review/reviews/lock-message';
import { createReviewService } from '../../../src/review/reviews/review.service';
import { useDatabase } from '../../support/database';
import { applyRetention, evaluationOf, messageAt, newConversation } from '../../support/stored-conversations';

useDatabase();

const DAY_MS = 86_400_000;
const retention = new Map<string, number>();
const service = createConversationService({ retentionOf: async (id) => retention.get(id) ?? null });
const labelsOf = async () => ['fabrication'];
const reviews = createReviewService({ labelsOf });
const queues = createReviewQueueService({
  labelsOf,
  checkEvaluator: async () => null,
  createWithinLimits: (_workspaceId, _kind, _session, insert) => insert(),
  queryTimeoutMs: 10_000,
});
const reviewerId = randomUUID();
const reviewer = { kind: 'user' as const, id: reviewerId, name: '$Ada', userId: reviewerId };

/** A judged reply with a finding, both reviewed, in a queue. */
async function makeReviewed(workspaceId: string = randomUUID()) {
  const { conversation, messages } = await service.createConversation(
    newConversation([messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T10:00:00Z')], {
      workspaceId,
      type: 'trace',
      conversationId: randomUUID(),
    }),
  );
  const of = { workspaceId, conversationId: conversation.id, messageId: messages[1]?.id ?? '' };
  await reviewAll(of, {});
  return of;
}

type Of = Awaited<ReturnType<typeof makeReviewed>>;

async function reviewAll({ workspaceId, conversationId, messageId }: Of, ofExperiment: object) {
  const evaluation = evaluationOf({ workspaceId, conversationId, messageId }, ['fabrication'], ofExperiment);
  await service.recordVerdicts([evaluation]);
  const finding = await driverDatabase().collection('findings').findOne({ messageId });
  const author = { reviewer, role: 'contributor' as const };
  const request = { workspaceId, author, isAdjudication: false };
  const said = { comment: null };
  await reviews.reviewReply(messageId, {
    ...request,
    id: randomUUID(),
    request: { verdict: 'has_issue', ...said },
  });
  await reviews.reviewFinding(String(finding?.findingId), {
    ...request,
    id: randomUUID(),
    request: { verdict: 'confirmed', label: null, startOffset: null, endOffset: null, reason: null, ...said },
  });
  const filter = `conversation_id = ${conversationId} AND conversation_type:*`;
  const queue = { name: 'Audit', source: { kind: 'filter' as const, filter }, reviewersPerItem: 1 };
  const { signal } = new AbortController();
  return queues.create(workspaceId, randomUUID(), queue, { owner: reviewer, signal });
}

async function countContent({ messageId }: Pick<Of, 'messageId'>) {
  const db = driverDatabase();
  return {
    reviews: await db.collection('reviews').countDocuments({ messageId }),
    items: await db.collection('review_items').countDocuments({ messageId }),
  };
}
const none = { reviews: 0, items: 0 };
const full = { reviews: 2, items: 1 };

it('keeps its finding when another evaluator reports the span, and sets the state of both reports', async () => {
  const of = await makeReviewed();
  const rows = () => driverDatabase().collection('findings').find({ messageId: of.messageId }).toArray();
  const [reviewed] = await rows();
  const findingId = String(reviewed?.findingId);

  await service.recordVerdicts([evaluationOf(of, ['reasoning_error'], { evaluatorId: 'other' })]);
  const before = await rows();
  const page = { after: 0, limit: 10 };
  const { reviews: history } = await reviews.listFindingReviews(of.workspaceId, findingId, page);
  await reviews.reviewFinding(findingId, {
    workspaceId: of.workspaceId,
    id: randomUUID(),
    author: { reviewer: { ...reviewer, userId: randomUUID() }, role: 'contributor' },
    isAdjudication: false,
    request: {
      verdict: 'rejected',
      label: null,
      startOffset: null,
      endOffset: null,
      reason: null,
      comment: null,
    },
  });

  expect(before.map((row) => [row.findingId, row.review])).toEqual([
    [findingId, 'confirmed'],
    [findingId, 'confirmed'],
  ]);
  expect(history).toMatchObject([{ verdict: 'confirmed', span: { label: 'fabrication' } }]);
  expect((await rows()).map(({ review }) => review)).toEqual(['disputed', 'disputed']);
});

it('claims many items without passing over those again that the reviewer has completed', async () => {
  const { workspaceId, conversationId, messageId } = await makeReviewed();
  const [queue] = await driverDatabase().collection('review_queues').find({ workspaceId }).toArray();
  const queueId = String(queue?._id);
  const items = driverDatabase().collection<{ _id: string }>('review_items');
  await items.deleteMany({ workspaceId });
  const completion = { leaseId: 'a', epoch: 1, reviewer, completedAt: new Date() };
  await items.insertMany(
    Array.from({ length: 200 }, (_, position) => ({
      _id: randomUUID(),
      ...{ workspaceId, queueId, conversationId, messageId, position, epoch: 0, leases: [] },
      completions: position < 150 ? [completion] : [],
      ...{ isCompleted: false, inclusionProbability: null, experimentId: null, expireAt: null },
      storedAt: new Date(),
    })),
  );
  await driverDatabase()
    .collection<{ _id: string }>('review_queues')
    .updateOne({ _id: queueId }, { $set: { reviewersPerItem: 2 } });
  const claims = jest.spyOn(mongoose.mongo.Collection.prototype, 'findOneAndUpdate');

  const claimed = await queues.claim(workspaceId, queueId, {
    reviewer,
    limit: 50,
    leaseSeconds: 60,
    signal: new AbortController().signal,
  });

  const starts = claims.mock.calls.map(([filter]) => (filter.position as { $gt: number }).$gt);
  claims.mockRestore();
  expect(claimed.map(({ item }) => item.position)).toEqual(
    Array.from({ length: 50 }, (_, index) => 150 + index),
  );
  expect(starts).toEqual([-1, ...Array.from({ length: 49 }, (_, index) => 150 + index)]);
});

it('ends with the conversation, and with the experiment that wrote the reply', async () => {
  const [gone, other] = [await makeReviewed(), await makeReviewed()];
  const experimentId = randomUUID();
  const itemId = randomUUID();
  const reply = {
    id: randomUUID(),
    ...other,
    experimentId,
    itemId,
    expireAt: null,
    tags: {},
    sequenceNumber: 2,
    generation: null,
    createdAt: new Date(),
    message: { role: 'assistant' as const, name: null, parts: [{ type: 'text' as const, content: 'Four.' }] },
  };
  await service.saveReply(reply);
  const ofReply = { ...other, messageId: reply.id };
  await reviewAll(ofReply, { experimentId, itemId });
  expect(await countContent(ofReply)).toEqual(full);

  await service.removeConversation(gone.workspaceId, gone.conversationId);
  await inTransaction((session) => deleteContentOfExperiment(other.workspaceId, experimentId, session));

  expect(await countContent(gone)).toEqual(none);
  expect(await countContent(ofReply)).toEqual(none);
  expect(await countContent(other)).toEqual({ reviews: 2, items: 2 });
});

it('stays while the text of the message stays, and ends when a trace replaces it', async () => {
  const of = await makeReviewed();
  const same = newConversation(
    [messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T11:00:00Z', { id: of.messageId })],
    { workspaceId: of.workspaceId, type: 'trace', conversationId: of.conversationId },
  );
  await inTransaction((session) => service.replaceConversation(same, session));
  expect(await countContent(of)).toEqual(full);

  const [first, second] = same.messages;
  const parts = [{ type: 'text' as const, content: 'Five miles.' }];
  const messages = [first, { ...second, parts }] as typeof same.messages;
  await inTransaction((session) => service.replaceConversation({ ...same, messages }, session));

  expect(await countContent(of)).toEqual(none);
});

it('expires with the message, after the retention was changed too', async () => {
  const workspaceId = randomUUID();
  retention.set(workspaceId, 30);
  const { messageId } = await makeReviewed(workspaceId);
  const expiries = async () => {
    const db = driverDatabase();
    const found = [
      ...(await db.collection('reviews').find({ messageId }).toArray()),
      ...(await db.collection('review_items').find({ messageId }).toArray()),
    ];
    return found.map(({ expireAt, storedAt }) => (expireAt.getTime() - storedAt.getTime()) / DAY_MS);
  };
  expect(await expiries()).toEqual([30, 30, 30]);

  await applyRetention(workspaceId, 7);

  expect(await expiries()).toEqual([7, 7, 7]);
});

it('is not left behind by a review of a message that is deleted at the same time', async () => {
  const of = await makeReviewed();
  const author = { reviewer, role: 'contributor' as const };
  const request = { verdict: 'clean' as const, comment: null };
  const review = () =>
    reviews
      .reviewReply(of.messageId, {
        workspaceId: of.workspaceId,
        id: randomUUID(),
        author,
        request,
        isAdjudication: false,
      })
      .catch((error: { code: string }) => error.code);

  const [, ...results] = await Promise.all([
    service.removeConversation(of.workspaceId, of.conversationId),
    ...Array.from({ length: 8 }, review),
  ]);

  expect(results.filter((result) => typeof result === 'string')).toEqual(
    results.filter((result) => typeof result === 'string').map(() => 'not_found'),
  );
  expect(await countContent(of)).toEqual(none);
});

it('is not left behind by a missed span of a message that is deleted at the same time', async () => {
  const { workspaceId, conversationId, messageId } = await makeReviewed();
  const span = { messagePartIndex: 0, startOffset: 0, endOffset: 1, label: 'fabrication' };
  const add = () =>
    reviews
      .addFinding(messageId, {
        workspaceId,
        id: randomUUID(),
        author: { reviewer, role: 'contributor' },
        request: { ...span, reason: null, comment: null },
      })
      .catch((error: { code: string }) => error.code);

  const adding = Array.from({ length: 8 }, add);
  await adding[0];
  await service.removeConversation(workspaceId, conversationId);
  const results = await Promise.all(adding);

  expect(results.filter((result) => typeof result === 'string' && result !== 'not_found')).toEqual([]);
  expect(await countContent({ messageId })).toEqual(none);
  expect(await driverDatabase().collection('findings').countDocuments({ messageId })).toBe(0);
});

it('is deleted by a deletion that begins after the message was locked', async () => {
  const { workspaceId, conversationId, messageId } = await makeReviewed();
  const message = await findReviewedMessage(workspaceId, messageId);
  if (message === null) throw new Error('the message is not stored');
  const draft = draftReplyReview({ verdict: 'clean', comment: null }, reviewer);
  let removal = Promise.resolve();

  const review = await inTransaction(async (session) => {
    const locked = await lockMessage(workspaceId, message, session);
    removal = service.removeConversation(workspaceId, conversationId);
    return locked && appendReview(workspaceId, locked, draft, session);
  });
  await removal;

  expect(review).toMatchObject({ messageId, number: 2 });
  expect(await countContent({ messageId })).toEqual(none);
});

it('is refused if the message was stored again or deleted since it was read', async () => {
  const { workspaceId, conversationId, messageId } = await makeReviewed();
  const message = await findReviewedMessage(workspaceId, messageId);
  if (message === null) throw new Error('the message is not stored');
  const lock = () => inTransaction((session) => lockMessage(workspaceId, message, session));
  const again = newConversation(
    [messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T10:00:00Z', { id: messageId })],
    { workspaceId, type: 'trace', conversationId },
  );

  expect(await lock()).toMatchObject({ id: messageId });
  await inTransaction((session) => service.replaceConversation(again, session));
  await expect(lock()).rejects.toMatchObject({ code: 'conflict' });
  await service.removeConversation(workspaceId, conversationId);

  expect(await lock()).toBeNull();
});

it('is not queued in a workspace that was deleted meanwhile', async () => {
  const of = await makeReviewed();
  const { create } = createReviewQueueService({
    labelsOf,
    checkEvaluator: async () => null,
    createWithinLimits,
    queryTimeoutMs: 10_000,
  });
  const queue = {
    name: 'Audit',
    source: { kind: 'filter' as const, filter: 'role = assistant' },
    reviewersPerItem: 1,
  };
  const { signal } = new AbortController();

  const created = create(of.workspaceId, randomUUID(), queue, { owner: reviewer, signal });

  await expect(created).rejects.toMatchObject({ code: 'not_found' });
  expect(await countContent(of)).toEqual(full);
});

it('takes names of reviewers literally', async () => {
  const { workspaceId, conversationId } = await makeReviewed();
  const filter = `conversation_id = ${conversationId}`;
  const { signal } = new AbortController();
  const queue = await queues.create(
    workspaceId,
    randomUUID(),
    { name: 'Audit', source: { kind: 'filter', filter }, reviewersPerItem: 1 },
    { owner: reviewer, signal },
  );

  const [claimed] = await queues.claim(workspaceId, queue.id, {
    reviewer,
    limit: 1,
    leaseSeconds: 60,
    signal: new AbortController().signal,
  });
  const { item, lease } = claimed ?? {};
  const completed = await queues.complete(
    { workspaceId, queueId: queue.id, itemId: item?.id ?? '' },
    { leaseId: lease?.leaseId ?? '', epoch: lease?.epoch ?? 0, reviewer },
    { verdict: 'clean', comment: null, findings: [], missed: [] },
  );

  expect(lease?.reviewer.name).toBe('$Ada');
  expect(completed).toMatchObject({ isCompleted: true, leases: [], completions: [{ reviewer }] });
});
