import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';
import {
  evaluationOf,
  forgetMarks,
  messageAt,
  newConversation,
  storedMarks,
  storedVerdicts,
} from '../../support/stored-conversations';

useDatabase();

const service = createConversationService({ retentionOf: async () => null });

/** A stored conversation with messages in two hours, without any marks. */
async function storeMessage() {
  const input = newConversation([messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T10:00:00Z')]);
  const { conversation, messages } = await service.createConversation(input);
  await forgetMarks(input.workspaceId);
  const messageId = messages[1]?.id ?? '';
  return { workspaceId: input.workspaceId, conversationId: conversation.id, messageId };
}

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 0, 0, second));
const labelsOf = async (messageId: string) =>
  (await storedVerdicts(messageId)).map(({ evaluatorId, findings }) => [
    evaluatorId,
    ...findings.map(({ label }) => label),
  ]);

it('puts what an evaluation says onto its message, and marks the hour of that message', async () => {
  const of = await storeMessage();
  const evaluation = evaluationOf(of, ['fabrication', 'reasoning_error']);

  await service.recordVerdicts([evaluation]);

  expect(await storedVerdicts(of.messageId)).toEqual([
    {
      evaluatorId: 'judge',
      evaluationId: evaluation.id,
      evaluatorVersion: 1,
      issueConfigVersion: 1,
      createdAt: evaluation.createdAt,
      status: 'completed',
      issueCount: 2,
      findings: [
        { label: 'fabrication', partIndex: 0, toolName: null, parameterName: null },
        { label: 'reasoning_error', partIndex: 0, toolName: null, parameterName: null },
      ],
    },
  ]);
  expect(await storedMarks(of.workspaceId)).toEqual(['2026-03-01T10']);
});

it('lets a later evaluation by the same evaluator replace an earlier one, in any order of arrival', async () => {
  const [inOrder, reversed, together] = [await storeMessage(), await storeMessage(), await storeMessage()];
  const pair = (of: typeof inOrder) => [
    evaluationOf(of, ['old'], { createdAt: at(1) }),
    evaluationOf(of, ['new'], { createdAt: at(2) }),
  ];

  for (const evaluation of pair(inOrder)) await service.recordVerdicts([evaluation]);
  for (const evaluation of pair(reversed).reverse()) await service.recordVerdicts([evaluation]);
  await service.recordVerdicts(pair(together));

  for (const { messageId } of [inOrder, reversed, together]) {
    expect(await labelsOf(messageId)).toEqual([['judge', 'new']]);
  }
});

it('records that a message is not judgeable, without a number of issues', async () => {
  const of = await storeMessage();
  await service.recordVerdicts([evaluationOf(of, ['fabrication'], { createdAt: at(1) })]);
  await forgetMarks(of.workspaceId);

  await service.recordVerdicts([evaluationOf(of, [], { createdAt: at(2), status: 'not_judgeable' })]);

  expect(await storedVerdicts(of.messageId)).toMatchObject([
    { status: 'not_judgeable', issueCount: null, findings: [] },
  ]);
  expect(await storedMarks(of.workspaceId)).toEqual(['2026-03-01T10']);
});

it('keeps a verdict for each evaluator', async () => {
  const of = await storeMessage();

  await service.recordVerdicts([
    evaluationOf(of, ['fabrication']),
    evaluationOf(of, [], { evaluatorId: 'other' }),
  ]);

  expect(await labelsOf(of.messageId)).toEqual([['judge', 'fabrication'], ['other']]);
});

it('changes and marks nothing when an evaluation is recorded again, is outdated, or has no verdict', async () => {
  const of = await storeMessage();
  const evaluation = evaluationOf(of, ['fabrication'], { createdAt: at(2) });
  await service.recordVerdicts([evaluation]);
  await forgetMarks(of.workspaceId);

  await service.recordVerdicts([evaluation]);
  await service.recordVerdicts([evaluationOf(of, [], { createdAt: at(1) })]);
  await service.recordVerdicts([evaluationOf(of, [], { createdAt: at(3), status: 'no_verdict' })]);
  await service.recordVerdicts([]);

  expect(await labelsOf(of.messageId)).toEqual([['judge', 'fabrication']]);
  expect(await storedMarks(of.workspaceId)).toEqual([]);
});

it('does nothing for a message that is gone, or of another workspace', async () => {
  const of = await storeMessage();
  const elsewhere = { ...of, workspaceId: randomUUID() };

  await service.recordVerdicts([
    evaluationOf(elsewhere, ['fabrication']),
    evaluationOf({ ...of, messageId: randomUUID() }, ['fabrication']),
  ]);

  expect(await storedVerdicts(of.messageId)).toEqual([]);
  expect(await storedMarks(of.workspaceId)).toEqual([]);
});

it('leaves neither verdict nor mark when the transaction is aborted', async () => {
  const of = await storeMessage();

  const recorded = inTransaction(async (session) => {
    await service.recordVerdicts([evaluationOf(of, ['fabrication'])], session);
    throw new Error('aborted');
  });

  await expect(recorded).rejects.toThrow('aborted');
  expect(await storedVerdicts(of.messageId)).toEqual([]);
  expect(await storedMarks(of.workspaceId)).toEqual([]);
});

it('records every one of many concurrent verdicts on one message', async () => {
  const of = await storeMessage();
  const evaluators = Array.from({ length: 20 }, (_, index) => `judge ${index}`);

  await Promise.all([
    ...evaluators.map((evaluatorId) =>
      service.recordVerdicts([evaluationOf(of, ['fabrication'], { evaluatorId })]),
    ),
    // Another process would not share the transaction.
    inTransaction((session) =>
      service.recordVerdicts([evaluationOf(of, [], { evaluatorId: 'apart' })], session),
    ),
  ]);

  const names = (await storedVerdicts(of.messageId)).map(({ evaluatorId }) => evaluatorId);
  expect(names.sort()).toEqual(['apart', ...evaluators].sort());
});
