import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import {
  deleteEvaluations,
  listEvaluationsOfConversation,
} from '../../../../src/conversations/evaluations/evaluation.repository';
import {
  type DetectionRequest,
  detectionRequestSchema,
} from '../../../../src/evaluation/detection/detection.schema';
import { createDetectionService } from '../../../../src/evaluation/detection/detection.service';
import { insertEvaluator } from '../../../../src/evaluation/evaluators/evaluator.repository';
import { createEvaluatorFactory } from '../../../../src/evaluation/evaluators/evaluator-factory';
import { createDefaultEvaluator } from '../../../../src/evaluation/evaluators/requested-evaluator';
import { createDefaultIssueConfig } from '../../../../src/evaluation/issue-config/issue-config-versions';
import { defaultJudgeConfig, type JudgeConfig } from '../../../../src/evaluation/llm-judge/judge-config';
import { mongoJudgeReplyCache } from '../../../../src/evaluation/llm-judge/mongo-judge-reply-cache';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { createModelRegistry } from '../../../../src/providers/model-registry';
import { useDatabase } from '../../../support/database';
import {
  type Behaviour,
  ModelServer,
  type RecordedRequest,
  type Script,
} from '../../../support/model-server';
import { forgetMarks, storedMarks, storedVerdicts } from '../../../support/stored-conversations';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const retentionDays = 30;
const conversations = createConversationService({ retentionOf: async () => retentionDays });

function makeService() {
  const provider = {
    name: 'openai',
    baseUrl: server.baseUrl,
    apiKey: null,
    prices: new Map([['judge', { inputPer1mUsd: 1, outputPer1mUsd: 0 }]]),
    maxConcurrency: 4,
    timeoutMs: 5000,
  };
  const registry = createModelRegistry([provider]);
  return createDetectionService({
    createEvaluator: createEvaluatorFactory({ registry, cache: mongoJudgeReplyCache }),
    conversations,
    admitModel: async () => {},
  });
}

async function makeWorkspace(): Promise<string> {
  const workspaceId = await storeWorkspace();
  await inTransaction(async (session) => {
    await createDefaultEvaluator(workspaceId, session);
    await createDefaultIssueConfig(workspaceId, session);
  });
  return workspaceId;
}

/** A workspace with an evaluator whose model replies according to a script. */
async function makeJudgedWorkspace(behaviour: Behaviour | Script, changes: Partial<JudgeConfig> = {}) {
  const workspaceId = await makeWorkspace();
  server.on('judge', behaviour);
  const evaluatorId = randomUUID();
  const config = { ...defaultJudgeConfig, model: 'judge', ...changes };
  const judge = {
    name: 'judge',
    kind: 'llm_judge',
    config,
    traffic: null,
    version: 1,
    isDefault: false,
  } as const;
  await insertEvaluator({ ...judge, id: evaluatorId, workspaceId, createdAt: new Date() });
  return { workspaceId, evaluatorId };
}

const messages = [
  { role: 'system', content: 'Order 1042 ships on 3 May 2026.' },
  { role: 'user', content: 'When does order 1042 ship?' },
  { role: 'assistant', content: 'Order 1042 ships on 5 May 2026.' },
];

function makeRequest(changes: object = {}): DetectionRequest {
  return detectionRequestSchema.parse({ messages, ...changes });
}

function makeContext(workspaceId: string, signal = new AbortController().signal) {
  return { workspaceId, conversationId: randomUUID(), signal };
}

function judgeAnswer(label = 'fabrication'): Behaviour {
  const finding = {
    part: 0,
    quote: '5 May 2026',
    evidence: [1],
    explanation: 'It is 3 May.',
    label,
    parameter: null,
  };
  return {
    kind: 'json',
    value: { findings: [finding] },
    usage: { prompt_tokens: 5000, completion_tokens: 9 },
  };
}

describe('detect', () => {
  it('stores conversation, messages and evaluation with the same expiry', async () => {
    const workspaceId = await makeWorkspace();
    const info = { model: 'm-1', output_tokens: 9, seed: 7 };
    const tools = [{ type: 'function', function: { name: 'find_order' } }];
    const request = makeRequest({ generation_info: info, tools });

    const { evaluation: detected } = await makeService().detect(request, makeContext(workspaceId));
    const { id, conversationId } = detected;

    const { conversation, messages: stored } = await conversations.getTranscript(workspaceId, conversationId);
    const [evaluation] = await listEvaluationsOfConversation(workspaceId, conversationId);
    expect(conversation).toMatchObject({ type: 'detection', models: ['m-1'], messageCount: 3 });
    expect(conversation.tools.map(({ name }) => name)).toEqual(['find_order']);
    expect(stored.map(({ generation }) => generation?.outputTokens ?? null)).toEqual([null, null, 9]);
    expect(stored.at(-1)?.extra).toEqual({ generation_info: { seed: 7 } });
    expect(evaluation).toMatchObject({ id, messageId: stored.at(-1)?.id, expireAt: conversation.expireAt });
    expect(conversation.expireAt).toBeInstanceOf(Date);
  });

  it('stores once when the same request is repeated under its id', async () => {
    const workspaceId = await makeWorkspace();
    const context = makeContext(workspaceId);

    const { evaluation: first } = await makeService().detect(makeRequest(), context);
    const { evaluation: second } = await makeService().detect(makeRequest(), context);

    expect(second).toEqual(first);
    expect(await listEvaluationsOfConversation(workspaceId, context.conversationId)).toEqual([first]);
    expect((await conversations.getTranscript(workspaceId, context.conversationId)).messages).toHaveLength(3);
  });

  it('throws conflict when the conversation of a repeated request has no evaluation any more', async () => {
    const workspaceId = await makeWorkspace();
    const context = makeContext(workspaceId);
    const { evaluation } = await makeService().detect(makeRequest(), context);
    await deleteEvaluations(workspaceId, [evaluation.id]);

    const again = makeService().detect(makeRequest(), context);

    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    expect(await listEvaluationsOfConversation(workspaceId, context.conversationId)).toEqual([]);
  });
});

describe('detect with a judge', () => {
  it('returns its findings, token counts and their price', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace(judgeAnswer());

    const { evaluation } = await makeService().detect(
      makeRequest({ config: { evaluator_id: evaluatorId } }),
      makeContext(workspaceId),
    );

    expect(evaluation.annotations).toMatchObject([{ text: '5 May 2026', startOffset: 20, endOffset: 30 }]);
    expect(evaluation.usage.inputTokens).toBe(5000);
    expect(evaluation.usage.costCents).toBeCloseTo(0.5);
  });

  it('stores the verdict on the reply, with the conversation and the marks of its periods', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace(judgeAnswer());

    const { evaluation } = await makeService().detect(
      makeRequest({ config: { evaluator_id: evaluatorId } }),
      makeContext(workspaceId),
    );
    const { id, messageId, createdAt } = evaluation;

    expect(await storedVerdicts(messageId)).toEqual([
      {
        evaluatorId,
        evaluationId: id,
        evaluatorVersion: 1,
        issueConfigVersion: 1,
        createdAt,
        status: 'completed',
        issueCount: 1,
        findings: [{ label: 'fabrication', partIndex: 0, toolName: null, parameterName: null }],
      },
    ]);
    expect(await storedMarks(workspaceId)).toEqual([createdAt.toISOString().slice(0, 13)]);
  });

  it('records the verdict of a repeated request whose first try had none, and marks it', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace({ kind: 'text', text: 'fine' });
    const request = makeRequest({ config: { evaluator_id: evaluatorId } });
    const context = makeContext(workspaceId);
    await expect(makeService().detect(request, context)).rejects.toMatchObject({ code: 'no_verdict' });
    await forgetMarks(workspaceId);
    server.on('judge', judgeAnswer());

    const { evaluation } = await makeService().detect(request, context);
    const { id, messageId, createdAt } = evaluation;

    expect(await storedVerdicts(messageId)).toMatchObject([{ evaluationId: id, issueCount: 1 }]);
    expect(await storedMarks(workspaceId)).toEqual([createdAt.toISOString().slice(0, 13)]);
  });

  it('uses the labels of the request instead of those of the workspace', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace(judgeAnswer('wrong_date'));
    const labels = [{ name: 'wrong_date', description: 'Not the date in the order system.' }];
    const config = { evaluator_id: evaluatorId, labels, domain_context: 'Web shop of a bakery' };

    const { evaluation } = await makeService().detect(makeRequest({ config }), makeContext(workspaceId));

    expect(evaluation.annotations).toMatchObject([{ label: 'wrong_date' }]);
    expect(evaluation.issueConfigVersion).toBeNull();
    expect(JSON.stringify(server.requestsFor('judge').at(-1)?.body.messages)).toContain(
      'Web shop of a bakery',
    );
  });

  it.each([
    ['unreadable_judge_output', { kind: 'text', text: 'I think it is fine' }],
    ['refused', { kind: 'message', message: { role: 'assistant', content: null, refusal: 'I will not' } }],
    ['timeout', { kind: 'never' }],
    ['provider_error', { kind: 'status', status: 400, message: 'Bad request' }],
  ] as [string, Behaviour][])('throws no_verdict (%s) after storing it', async (reason, behaviour) => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace(behaviour, {
      timeoutMs: reason === 'timeout' ? 300 : defaultJudgeConfig.timeoutMs,
    });
    const context = makeContext(workspaceId);
    const request = makeRequest({ config: { evaluator_id: evaluatorId } });

    const failure = await makeService()
      .detect(request, context)
      .catch((error: unknown) => error);

    const [evaluation] = await listEvaluationsOfConversation(workspaceId, context.conversationId);
    expect(evaluation).toMatchObject({ status: 'no_verdict', reason, annotations: [], score: null });
    expect(failure).toMatchObject({
      code: 'no_verdict',
      ctx: { reason, conversation_id: context.conversationId, evaluation_id: evaluation?.id },
    });
    expect(await conversations.findTranscript(workspaceId, context.conversationId)).not.toBeNull();
  });

  it('throws no_verdict without ids if nothing is stored', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace({ kind: 'text', text: 'fine' });
    const request = makeRequest({ store_conversation: false, config: { evaluator_id: evaluatorId } });

    await expect(makeService().detect(request, makeContext(workspaceId))).rejects.toMatchObject({
      ctx: { reason: 'unreadable_judge_output', conversation_id: null, evaluation_id: null },
    });
  });

  it('replaces a no_verdict when the request is repeated under its id', async () => {
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace({ kind: 'text', text: 'fine' });
    const context = makeContext(workspaceId);
    const request = makeRequest({ config: { evaluator_id: evaluatorId } });
    const failure = await makeService()
      .detect(request, context)
      .catch((error: unknown) => error);

    server.on('judge', judgeAnswer());
    const { evaluation } = await makeService().detect(request, context);

    expect(failure).toMatchObject({ ctx: { evaluation_id: evaluation.id } });
    expect(await listEvaluationsOfConversation(workspaceId, context.conversationId)).toEqual([evaluation]);
    expect(evaluation.status).toBe('completed');
  });

  it('calls the judge for a repeated request only without cached replies, unless nothing is stored', async () => {
    const isVerification = (request: RecordedRequest) =>
      JSON.stringify(request.body.messages).includes('# Stretch that is said');
    const behaviour = (verification: Behaviour) => (request: RecordedRequest) =>
      isVerification(request) ? verification : judgeAnswer();
    const down = behaviour({ kind: 'status', status: 503 });
    const up = behaviour({ kind: 'json', value: { reason: 'So it is.', confirmed: true } });
    const askedAgain = async (isStored: boolean) => {
      const { workspaceId, evaluatorId } = await makeJudgedWorkspace(down, { verify: true });
      const request = makeRequest({ store_conversation: isStored, config: { evaluator_id: evaluatorId } });
      const context = makeContext(workspaceId);
      await expect(makeService().detect(request, context)).rejects.toMatchObject({
        code: 'provider_unavailable',
      });
      const before = server.requests.length;
      server.on('judge', up);
      const { evaluation } = await makeService().detect(request, context);
      expect(evaluation.annotations).toMatchObject([{ text: '5 May 2026' }]);
      expect(evaluation.usage.calls).toBe(2);
      return server.requests.slice(before).map(isVerification);
    };

    expect(await askedAgain(true)).toEqual([true]);
    expect(await askedAgain(false)).toEqual([false, true]);
  });

  it('stops waiting and stores nothing when the client disconnects', async () => {
    const client = new AbortController();
    const gone = new Error('The client closed the connection');
    const { workspaceId, evaluatorId } = await makeJudgedWorkspace(() => {
      client.abort(gone);
      return { kind: 'never' };
    });
    const context = makeContext(workspaceId, client.signal);

    await expect(
      makeService().detect(makeRequest({ config: { evaluator_id: evaluatorId } }), context),
    ).rejects.toBe(gone);
    expect(await conversations.findTranscript(workspaceId, context.conversationId)).toBeNull();
  });
});
