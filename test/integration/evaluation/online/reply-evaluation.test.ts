import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Annotation, EvaluationInput } from '../../../../packages/detector';
import { createModelAdmission } from '../../../../src/access/limits/spend-admission';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { withRawFindings } from '../../../../src/conversations/evaluations/evaluation';
import {
  listEvaluationsOfConversation,
  saveEvaluations,
} from '../../../../src/conversations/evaluations/evaluation.repository';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import {
  createDefaultEvaluator,
  getRequestedEvaluator,
} from '../../../../src/evaluation/evaluators/requested-evaluator';
import {
  createDefaultIssueConfig,
  getIssueConfig,
} from '../../../../src/evaluation/issue-config/issue-config-versions';
import type { Evaluator } from '../../../../src/evaluation/judgment/evaluator';
import { createReplyEvaluation, type ReplyBatch } from '../../../../src/evaluation/online/reply-evaluation';
import { AppError } from '../../../../src/platform/errors/app-error';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { ada, storeCalibration } from '../../../support/calibrations';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';
import { textMessage } from '../../../support/judges';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => null });
const usage = { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 };
const coverage = { windows: 1, evidenceExamined: 1, evidenceTotal: 1, limits: [] };
const clean: Verdict = { status: 'completed', annotations: [], score: null, unanchored: 0, usage, coverage };

/** A workspace with a conversation of `replies` replies, and a scripted evaluator. */
async function makeCase(
  response: (input: EvaluationInput) => Verdict | Promise<Verdict>,
  replies = 3,
  readForMs = 60_000,
  admitModel: (workspaceId: string, model: string | null) => Promise<void> = async () => {},
  evaluateReplies?: Evaluator['evaluateReplies'],
) {
  const workspaceId = randomUUID();
  await inTransaction(async (session) => {
    await createDefaultEvaluator(workspaceId, session);
    await createDefaultIssueConfig(workspaceId, session);
  });
  const messages = Array.from({ length: replies }, (_, turn) => [
    textMessage('user', `question ${turn}`),
    textMessage('assistant', `reply ${turn}`),
  ]).flat();
  const { conversation } = await conversations.createConversation({ workspaceId, type: 'trace', messages });
  const judged: EvaluationInput[] = [];
  const evaluator: Evaluator = {
    evaluate: async (input) => {
      judged.push(input);
      return response(input);
    },
    ...(evaluateReplies !== undefined && { evaluateReplies }),
  };
  const settings = { isEnabled: true, sampleRate: 1 };
  const failed: string[] = [];
  let reads = 0;
  const evaluation = createReplyEvaluation({
    conversations: {
      ...conversations,
      findTranscript: (...of) => {
        reads += 1;
        return conversations.findTranscript(...of);
      },
    },
    readForMs,
    settingsOf: async () => settings,
    defaultEvaluatorOf: (id) => getRequestedEvaluator(id, null, []),
    createEvaluator: () => evaluator,
    admitModel,
    getIssueConfig,
  });
  const { id: conversationId } = conversation;
  return {
    workspaceId,
    conversationId,
    settings,
    judged,
    failed,
    reads: () => reads,
    run: (batch: Partial<ReplyBatch> = {}) =>
      evaluation.evaluateReplies(
        { workspaceId, conversationId, afterPosition: -1, limit: 10, ...batch },
        { signal: new AbortController().signal, onFailure: ({ messageId = '' }) => failed.push(messageId) },
      ),
    evaluations: () => listEvaluationsOfConversation(workspaceId, conversationId),
    messages: async () => (await conversations.getTranscript(workspaceId, conversationId)).messages,
  };
}

const lastText = ({ messages }: EvaluationInput) => JSON.stringify(messages.at(-1)?.parts);

it('judges each reply on the messages before it, and records the verdict on its message', async () => {
  const { run, judged, evaluations, messages } = await makeCase(() => clean);

  expect(await run()).toEqual({ lastPosition: null, failures: [] });

  expect(judged.map((input) => input.messages.length).sort()).toEqual([2, 4, 6]);
  expect(judged.find((input) => input.messages.length === 4)?.messages).toMatchObject([
    { role: 'user', parts: [{ content: 'question 0' }] },
    { role: 'assistant', parts: [{ content: 'reply 0' }] },
    { role: 'user', parts: [{ content: 'question 1' }] },
    { role: 'assistant', parts: [{ content: 'reply 1' }] },
  ]);
  const stored = await evaluations();
  const replies = (await messages()).filter(({ role }) => role === 'assistant');
  expect(stored.map(({ messageId }) => messageId).sort()).toEqual(replies.map(({ id }) => id).sort());
  expect(replies.map(({ verdicts }) => verdicts.length)).toEqual([1, 1, 1]);
});

it('shows an evaluation only together with the verdict that analytics count', async () => {
  const { run, workspaceId, failed, evaluations, messages } = await makeCase(() => clean, 1);
  const [, reply] = await messages();
  const validateMarks = (validator: object) =>
    mongoose.connection.db?.command({ collMod: 'changedperiods', validator });

  await validateMarks({ workspaceId: { $ne: workspaceId } });
  await run();
  await validateMarks({});

  expect([failed, await evaluations()]).toEqual([[reply?.id], []]);
  await run();
  const [evaluation] = await evaluations();
  expect((await messages())[1]?.verdicts).toMatchObject([{ evaluationId: evaluation?.id }]);
});

it('judges a reply once for any number of requests', async () => {
  const { run, judged, evaluations } = await makeCase(() => clean);

  await Promise.all([run(), run()]);
  await run();

  expect(await evaluations()).toHaveLength(3);
  expect(judged.length).toBeLessThanOrEqual(6);
});

it('judges again for a new version of the evaluator', async () => {
  const { run, workspaceId, evaluations } = await makeCase(() => clean, 1);
  await run();
  await mongoose.connection.collection('evaluators').updateOne({ workspaceId }, { $set: { version: 2 } });

  await run();

  expect((await evaluations()).map(({ evaluatorVersion }) => evaluatorVersion)).toEqual([1, 2]);
});

it('reads a conversation once for all of its replies', async () => {
  const { run, judged, reads, messages } = await makeCase(() => clean, 45);

  expect(await run()).toEqual({ lastPosition: null, failures: [] });

  expect(judged).toHaveLength(45);
  expect(reads()).toBe(1);
  const replies = (await messages()).filter(({ role }) => role === 'assistant');
  expect(replies.every(({ verdicts }) => verdicts.length === 1)).toBe(true);
});

it('judges replies in a batch, and stores each verdict when it is available', async () => {
  const positions: (readonly number[])[] = [];
  const { run, judged, workspaceId, conversationId, messages } = await makeCase(
    () => clean,
    5,
    60_000,
    undefined,
    async (_, asked, { onVerdict }) => {
      positions.push(asked);
      for (const [count, position] of asked.entries()) {
        await eventually(async () => {
          const stored = await listEvaluationsOfConversation(workspaceId, conversationId);
          return stored.length === count;
        });
        onVerdict(position, clean);
      }
    },
  );

  expect(await run()).toEqual({ lastPosition: null, failures: [] });

  expect([judged, positions]).toEqual([[], [[1, 3, 5, 7, 9]]]);
  const replies = (await messages()).filter(({ role }) => role === 'assistant');
  expect(replies.every(({ verdicts }) => verdicts.length === 1)).toBe(true);
});

it('returns the position to continue from after the time for one read', async () => {
  const { run, judged } = await makeCase(() => clean, 3, 0);

  const first = await run({ limit: 2 });
  const second = await run({ limit: 2, afterPosition: first.lastPosition ?? -1 });

  expect([first.lastPosition, second.lastPosition]).toEqual([3, null]);
  expect(judged).toHaveLength(3);
});

it('stores a no_verdict, and does not retry it', async () => {
  const { run, judged, evaluations, messages } = await makeCase(
    () => ({ status: 'no_verdict', reason: 'refused', message: 'No', usage, coverage }),
    1,
  );

  await run();
  await run();

  expect(judged).toHaveLength(1);
  expect(await evaluations()).toMatchObject([{ status: 'no_verdict', reason: 'refused' }]);
  expect((await messages()).flatMap(({ verdicts }) => verdicts)).toEqual([]);
});

it('evaluates the others if one fails, and that one in the next try', async () => {
  let isDown = true;
  const { run, evaluations, failed, messages } = await makeCase((input) => {
    if (isDown && lastText(input).includes('reply 1'))
      throw new AppError('provider_rate_limited', 'Slow down', { retryAfterMs: 700 });
    return clean;
  });
  const failing = (await messages())[3]?.id;

  const first = await run();
  const stored = await evaluations();
  isDown = false;
  const second = await run();

  expect(first.failures).toEqual([{ code: 'provider_rate_limited', retry: 'wait', retryAfterMs: 700 }]);
  expect(failed).toEqual([failing]);
  expect(stored).toHaveLength(2);
  expect(second.failures).toEqual([]);
  expect(await evaluations()).toHaveLength(3);
});

it('calls no model after the spend limit is reached, and reports why', async () => {
  let isSpent = true;
  const admitModel = createModelAdmission(
    async () => {
      if (isSpent) throw new AppError('limit_reached', 'Spent', { retryAfterMs: 9000 });
    },
    (model) => model === 'free judge',
  );
  const { run, workspaceId, judged, evaluations } = await makeCase(() => clean, 2, 60_000, admitModel);
  const evaluators = mongoose.connection.collection('evaluators');
  const change = (fields: object) => evaluators.updateOne({ workspaceId }, { $set: fields });
  await change({ kind: 'llm_judge', config: { model: 'judge' } });

  const refused = await run();
  const judgedWhileSpent = judged.length;
  isSpent = false;
  await run();

  expect(refused.failures.map(({ code, retry, retryAfterMs }) => [code, retry, retryAfterMs])).toEqual([
    ['limit_reached', 'wait', 9000],
    ['limit_reached', 'wait', 9000],
  ]);
  expect([judgedWhileSpent, judged.length, (await evaluations()).length]).toEqual([0, 2, 2]);
});

it.each([
  ['an evaluator that is built in', { kind: 'grounding', config: null }],
  ['a judge whose model costs nothing', { kind: 'llm_judge', config: { model: 'free judge' } }],
])('does not check the spend limit for %s', async (_, evaluator) => {
  const admitModel = createModelAdmission(
    async () => {
      throw new AppError('limit_reached', 'Spent');
    },
    (model) => model === 'free judge',
  );
  const { run, workspaceId, judged } = await makeCase(() => clean, 1, 60_000, admitModel);
  await mongoose.connection.collection('evaluators').updateOne({ workspaceId }, { $set: evaluator });

  await run();

  expect(judged).toHaveLength(1);
});

it('records a verdict that its message lacks', async () => {
  const { run, judged, evaluations, messages } = await makeCase(() => clean, 1);
  await run();
  await mongoose.connection.collection('messages').updateMany({}, { $set: { verdicts: [] } });

  await run();

  expect(judged).toHaveLength(1);
  const [evaluation] = await evaluations();
  expect((await messages())[1]?.verdicts).toMatchObject([{ evaluationId: evaluation?.id }]);
});

it('records the verdict of a new version, too, if its message lacks it', async () => {
  const { run, workspaceId, judged, evaluations, messages } = await makeCase(() => clean, 1);
  await run();
  const earlier = (await messages())[1]?.verdicts ?? [];
  await mongoose.connection.collection('evaluators').updateOne({ workspaceId }, { $set: { version: 2 } });
  await run();
  await mongoose.connection
    .collection('messages')
    .updateOne({ role: 'assistant', workspaceId }, [{ $set: { verdicts: earlier } }]);

  await run();

  expect(judged).toHaveLength(2);
  const [, evaluation] = await evaluations();
  expect((await messages())[1]?.verdicts).toMatchObject([{ evaluationId: evaluation?.id }]);
});

it('leaves nothing behind if the conversation is deleted concurrently', async () => {
  const { run, workspaceId, conversationId, evaluations } = await makeCase(async ({ messages }) => {
    if (messages.length === 2) await conversations.removeConversation(workspaceId, conversationId);
    return clean;
  });

  expect(await run()).toEqual({ lastPosition: null, failures: [] });

  expect(await evaluations()).toEqual([]);
  expect(await conversations.findTranscript(workspaceId, conversationId)).toBeNull();
});

it('leaves nothing behind of a message that is replaced concurrently', async () => {
  const { run, messages, evaluations } = await makeCase(async (input) => {
    if (input.messages.length === 2)
      await mongoose.connection.collection<{ _id: string }>('messages').deleteOne({ _id: replaced });
    return clean;
  });
  const replaced = (await messages())[1]?.id ?? '';

  await run();

  const judged = (await evaluations()).map(({ messageId }) => messageId);
  expect(judged).toHaveLength(2);
  expect(judged).not.toContain(replaced);
});

it('removes orphans of a try that crashed after its conversation was deleted', async () => {
  const { run, workspaceId, conversationId, evaluations } = await makeCase(() => clean);
  await run();
  const written = await evaluations();
  await conversations.removeConversation(workspaceId, conversationId);
  await saveEvaluations(written);

  await run();

  expect(await evaluations()).toEqual([]);
});

const finding: Annotation = {
  text: 'reply',
  label: 'fabrication',
  explanation: '',
  messagePartIndex: 0,
  startOffset: 0,
  endOffset: 5,
  toolName: null,
  parameterName: null,
  confidence: 0.4,
  evidence: [],
};

it('withholds the findings of replies up to the threshold of the active calibration', async () => {
  const scoreOf = ({ messages }: EvaluationInput) => (messages.length === 2 ? 0.6 : 0.7);
  const { run, workspaceId, evaluations, messages } = await makeCase(
    (input) => ({ ...clean, annotations: [finding], score: scoreOf(input) }),
    2,
  );
  const evaluator = await getRequestedEvaluator(workspaceId, null, []);
  const id = await storeCalibration({
    workspaceId,
    evaluatorId: evaluator.id,
    activation: { at: new Date(), by: ada, threshold: { maxFlaggedCleanShare: 0.05, flagAbove: 0.6 } },
  });

  await run();

  const stored = (await evaluations()).toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0));
  expect(stored).toMatchObject([
    {
      annotations: [],
      withheld: [{ confidence: 0.4, calibratedConfidence: null }],
      score: 0.6,
      calibration: { id, score: 0.5, flagAbove: 0.6 },
    },
    { annotations: [{ text: 'reply' }], withheld: [], score: 0.7, calibration: { id } },
  ]);
  const verdicts = (await messages()).flatMap((message) => message.verdicts);
  expect(verdicts.map(({ issueCount }) => issueCount)).toEqual([0, 1]);
});

it('reports the suspected words of replies above a threshold that is lower than that of the evaluator', async () => {
  const scoreOf = ({ messages }: EvaluationInput) => (messages.length === 2 ? 0.2 : 0.3);
  const { run, workspaceId, evaluations, messages } = await makeCase(
    (input) => ({ ...clean, suspected: [finding], score: scoreOf(input) }),
    2,
  );
  const evaluator = await getRequestedEvaluator(workspaceId, null, []);
  await storeCalibration({
    workspaceId,
    evaluatorId: evaluator.id,
    activation: { at: new Date(), by: ada, threshold: { maxFlaggedCleanShare: 0.05, flagAbove: 0.2 } },
  });

  await run();

  const stored = (await evaluations()).toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0));
  expect(stored).toMatchObject([
    { annotations: [], withheld: [], suspected: [{ text: 'reply' }] },
    { annotations: [{ text: 'reply' }], withheld: [], suspected: [{ text: 'reply' }] },
  ]);
  expect(stored.map((one) => withRawFindings(one).annotations)).toEqual([[], []]);
  const verdicts = (await messages()).flatMap((message) => message.verdicts);
  expect(verdicts.map(({ issueCount }) => issueCount)).toEqual([0, 1]);
});

it('evaluates nothing after the workspace has disabled it', async () => {
  const { run, settings, judged } = await makeCase(() => clean);
  settings.isEnabled = false;

  expect(await run()).toEqual({ lastPosition: null, failures: [] });

  expect(judged).toEqual([]);
});
