import mongoose from 'mongoose';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { saveEvaluations } from '../../../src/conversations/evaluations/evaluation.repository';
import { backfillConversations } from '../../../src/conversations/storage/backfill-conversations';
import { useDatabase } from '../../support/database';
import {
  evaluationOf,
  forgetMarks,
  messageAt,
  newConversation,
  storedMarks,
} from '../../support/stored-conversations';

useDatabase();

const service = createConversationService({ retentionOf: async () => null });

it('gives what was stored before there were facts all that a new conversation has, and its marks', async () => {
  const called = { type: 'tool_call', id: 'a', name: 'search', arguments: '{}' } as const;
  const result = { type: 'tool_call_response', id: 'a', response: '{"error": 1}' } as const;
  const { conversation, messages } = await service.createConversation(
    newConversation([
      messageAt('2026-03-01T10:00:00Z', { role: 'assistant', parts: [called] }),
      messageAt('2026-03-01T10:30:00Z', { role: 'tool', parts: [result] }),
    ]),
  );
  const { workspaceId, id: conversationId } = conversation;
  const evaluation = evaluationOf({ workspaceId, conversationId, messageId: messages[0]?.id ?? '' }, ['x']);
  await saveEvaluations([evaluation]);
  await service.recordVerdicts([evaluation]);
  const whole = await service.getTranscript(workspaceId, conversationId);
  await mongoose.connection
    .collection('messages')
    .updateMany({ workspaceId }, { $unset: { toolCalls: 1, toolResults: 1, toolNames: 1, verdicts: 1 } });
  await mongoose.connection
    .collection('conversations')
    .updateMany({ workspaceId }, { $unset: { firstMessageAt: 1, lastMessageAt: 1 } });
  await forgetMarks(workspaceId);

  await backfillConversations();
  await backfillConversations();

  expect(await service.getTranscript(workspaceId, conversationId)).toEqual(whole);
  expect(whole.messages[1]?.toolResults).toEqual([{ toolName: 'search', isFailed: true }]);
  expect([...new Set(await storedMarks(workspaceId))]).toEqual(['2026-03-01T10']);
});
