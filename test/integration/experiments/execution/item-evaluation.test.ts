import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { evaluateReply } from '../../../../src/experiments/execution/item-evaluation';
import type { ItemReply } from '../../../../src/experiments/execution/item-reply';
import type { ItemTry } from '../../../../src/experiments/execution/item-try';
import { derivedId } from '../../../../src/platform/derived-id';
import { useDatabase } from '../../../support/database';
import {
  evaluationOf,
  messageAt,
  newConversation,
  storedVerdicts,
} from '../../../support/stored-conversations';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => null });

it('returns the evaluation of an earlier try', async () => {
  const transcript = await conversations.createConversation(
    newConversation([messageAt('2026-03-01T10:00:00Z')]),
  );
  const { workspaceId, id: conversationId } = transcript.conversation;
  const item = { id: randomUUID(), workspaceId, conversationId, experimentId: randomUUID(), attempts: 2 };
  const messageId = derivedId(item.id, 'reply');
  const message = messageAt('2026-03-01T10:00:00Z');
  await conversations.saveReply({
    id: messageId,
    workspaceId,
    conversationId,
    experimentId: item.experimentId,
    itemId: item.id,
    tags: {},
    sequenceNumber: 0,
    message,
    generation: null,
    createdAt: new Date(),
    expireAt: null,
  });
  const stored = evaluationOf({ workspaceId, conversationId, messageId }, ['fabrication'], {
    id: derivedId(item.id, 'reply-evaluation'),
    itemId: item.id,
    experimentId: item.experimentId,
  });
  await conversations.storeEvaluation(stored);
  // No evaluator: a stored verdict is not computed again.
  const plan = { experiment: { evaluatorId: 'judge', evaluatorVersion: 1, issueConfigVersion: 1 } };
  const signal = new AbortController().signal;
  const attempt = { plan, item, transcript, signal } as unknown as ItemTry;

  const evaluation = await evaluateReply(attempt, conversations, {
    message,
    prompt: [],
    side: { messageId },
  } as unknown as ItemReply);

  expect(evaluation.id).toBe(stored.id);
  expect(await storedVerdicts(messageId)).toMatchObject([{ evaluationId: stored.id, issueCount: 1 }]);
});
