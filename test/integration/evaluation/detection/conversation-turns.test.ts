import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { listEvaluationsOfConversation } from '../../../../src/conversations/evaluations/evaluation.repository';
import { detectionRequestSchema } from '../../../../src/evaluation/detection/detection.schema';
import { createDetectionService } from '../../../../src/evaluation/detection/detection.service';
import { createEvaluatorFactory } from '../../../../src/evaluation/evaluators/evaluator-factory';
import { createDefaultEvaluator } from '../../../../src/evaluation/evaluators/requested-evaluator';
import { createDefaultIssueConfig } from '../../../../src/evaluation/issue-config/issue-config-versions';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { createModelRegistry } from '../../../../src/providers/model-registry';
import { useDatabase } from '../../../support/database';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => 30 });
const service = createDetectionService({
  createEvaluator: createEvaluatorFactory({ registry: createModelRegistry([]), cache: null }),
  conversations,
  admitModel: async () => {},
});

let workspaceId: string;
beforeEach(async () => {
  workspaceId = await storeWorkspace();
  await inTransaction(async (session) => {
    await createDefaultEvaluator(workspaceId, session);
    await createDefaultIssueConfig(workspaceId, session);
  });
});

const system = { role: 'system', content: 'Order 1042 ships on 3 May 2026. It weighs 12 kg.' };
const question = { role: 'user', content: 'When does order 1042 ship?' };
const reply = { role: 'assistant', content: 'Order 1042 ships on 5 May 2026.' };
const secondQuestion = { role: 'user', content: 'How heavy is it?' };
const secondReply = { role: 'assistant', content: 'It weighs 12 kg.' };
const firstTurn = [system, question, reply];
const bothTurns = [...firstTurn, secondQuestion, secondReply];

async function detect(messages: object[], changes: object = {}, conversationId = randomUUID()) {
  const request = detectionRequestSchema.parse({ messages, external_id: 'chat-1', ...changes });
  const context = { workspaceId, conversationId, signal: new AbortController().signal };
  return (await service.detect(request, context)).evaluation;
}

it('stores the turns of a conversation as one, and each message once', async () => {
  const first = await detect(firstTurn, {
    generation_info: { model: 'm', output_tokens: 9 },
    tags: { app: 'desk' },
  });
  const second = await detect(bothTurns, {
    generation_info: { model: 'm', output_tokens: 5 },
    tags: { run: '7' },
  });

  expect(second.conversationId).toBe(first.conversationId);
  const { conversation, messages } = await conversations.getTranscript(workspaceId, first.conversationId);
  expect(conversation).toMatchObject({
    externalId: 'chat-1',
    type: 'detection',
    tags: { app: 'desk', run: '7' },
    messageCount: 5,
    outputTokens: 14,
  });
  expect(messages.map(({ parts }) => parts)).toEqual(
    bothTurns.map(({ content }) => [{ type: 'text', content }]),
  );
  expect(messages.map(({ id, verdicts }) => [id, verdicts.map(({ evaluationId }) => evaluationId)])).toEqual([
    [expect.any(String), []],
    [expect.any(String), []],
    [first.messageId, [first.id]],
    [expect.any(String), []],
    [second.messageId, [second.id]],
  ]);
  expect(messages[2]?.verdicts[0]?.issueCount).toBeGreaterThan(0);
});

it('accepts earlier replies without the reasoning that was sent with them', async () => {
  const first = await detect([system, question, { ...reply, reasoning_content: 'It said 3 May…' }]);
  const second = await detect(bothTurns);

  expect(second.conversationId).toBe(first.conversationId);
});

it('evaluates an earlier turn again without shortening the conversation', async () => {
  const both = await detect(bothTurns);
  const again = await detect(firstTurn);

  const { messages } = await conversations.getTranscript(workspaceId, both.conversationId);
  expect(messages).toHaveLength(5);
  expect(again.messageId).toBe(messages[2]?.id);
});

it('rejects other messages in the place of stored ones, naming the first', async () => {
  const { conversationId } = await detect(firstTurn);
  const other = [system, { role: 'user', content: 'And order 1043?' }, reply, secondQuestion, secondReply];

  await expect(detect(other)).rejects.toMatchObject({
    code: 'conflict',
    loc: ['body', 'messages', '1'],
    ctx: { conversation_id: conversationId },
  });
  expect((await conversations.getTranscript(workspaceId, conversationId)).messages).toHaveLength(3);
});

it('stores one conversation for concurrent first turns, and one evaluation for a repeated request', async () => {
  const requestId = randomUUID();
  const made = await Promise.all([
    detect(firstTurn, {}, requestId),
    detect(firstTurn, {}, requestId),
    detect(bothTurns),
  ]);

  const [conversationId, ...others] = [...new Set(made.map((one) => one.conversationId))];
  expect(others).toEqual([]);
  const stored = await listEvaluationsOfConversation(workspaceId, conversationId ?? '');
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  expect(stored).toHaveLength(2);
});

it('continues an imported conversation, but not a trace with the same external id', async () => {
  const imported = await conversations.createConversation({
    workspaceId,
    type: 'import',
    externalId: 'chat-1',
    messages: [{ role: 'system', name: null, parts: [{ type: 'text', content: system.content }] }],
  });
  await inTransaction((session) =>
    conversations.replaceConversation(
      { workspaceId, type: 'trace', externalId: 'chat-2', messages: [] },
      session,
    ),
  );

  const continued = await detect(firstTurn);
  const separate = await detect(firstTurn, { external_id: 'chat-2' });

  expect(continued.conversationId).toBe(imported.conversation.id);
  expect((await conversations.getTranscript(workspaceId, separate.conversationId)).conversation.type).toBe(
    'detection',
  );
});
