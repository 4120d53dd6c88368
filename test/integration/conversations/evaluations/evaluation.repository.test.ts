import { randomUUID } from 'node:crypto';
import type { Annotation } from '../../../../packages/detector';
import { listCompletedEvaluations } from '../../../../src/conversations/evaluations/completed-evaluations';
import {
  type Evaluation,
  type EvaluationSubject,
  makeEvaluation,
} from '../../../../src/conversations/evaluations/evaluation';
import {
  getEvaluations,
  listEvaluationsOfConversation,
  saveEvaluations,
} from '../../../../src/conversations/evaluations/evaluation.repository';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';

useDatabase();

const workspaceId = randomUUID();
const evaluatorId = randomUUID();
const annotation: Annotation = {
  text: '5 May',
  label: 'fabrication',
  explanation: '',
  messagePartIndex: 0,
  startOffset: 20,
  endOffset: 25,
  toolName: null,
  parameterName: null,
  confidence: 0.75,
  evidence: [{ messageIndex: 0, messagePartIndex: 0, startOffset: 20, endOffset: 25 }],
};
const usage = { inputTokens: 12, costCents: null, calls: 2, retriedCalls: 1 };
const coverage = { windows: 2, evidenceExamined: 40, evidenceTotal: 50, limits: ['An image.'] };
const flawed: Verdict = {
  status: 'completed',
  annotations: [annotation],
  score: 0.9,
  unanchored: 1,
  usage,
  coverage,
};
const clean: Verdict = { ...flawed, annotations: [], score: 0.1, unanchored: 0 };
const unjudged: Verdict = { status: 'no_verdict', reason: 'timeout', message: 'Too late', usage, coverage };

function makeSubject(changes: Partial<EvaluationSubject> = {}): EvaluationSubject {
  return {
    workspaceId,
    conversationId: randomUUID(),
    messageId: randomUUID(),
    experimentId: null,
    itemId: null,
    evaluatorId,
    evaluatorVersion: 1,
    issueConfigVersion: 3,
    expireAt: null,
    ...changes,
  };
}

async function storeEvaluation(changes: Partial<EvaluationSubject> = {}, verdict = flawed, minute = 0) {
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
  const evaluation = { ...makeEvaluation(makeSubject(changes), verdict), createdAt };
  await saveEvaluations([evaluation]);
  return evaluation;
}

describe('saveEvaluations', () => {
  it('keeps every field, also null and empty ones', async () => {
    const completed = await storeEvaluation({ expireAt: new Date('2099-01-01') });
    const without = await storeEvaluation({}, unjudged);

    const [found] = await getEvaluations(workspaceId, [completed.id]);
    const [foundWithout] = await getEvaluations(workspaceId, [without.id]);

    expect(found).toEqual(completed);
    expect(foundWithout).toEqual(without);
    expect(foundWithout).toMatchObject({
      status: 'no_verdict',
      reason: 'timeout',
      annotations: [],
      score: null,
    });
  });

  it('rewrites its own record when an attempt is repeated', async () => {
    const first = await storeEvaluation({}, unjudged);
    const second = makeEvaluation(makeSubject({ conversationId: first.conversationId }), clean, first.id);

    await saveEvaluations([second]);

    expect(await listEvaluationsOfConversation(workspaceId, first.conversationId)).toEqual([second]);
  });

  it('writes nothing when its transaction fails', async () => {
    const evaluation = makeEvaluation(makeSubject(), clean);

    const failing = inTransaction(async (session) => {
      await saveEvaluations([evaluation], session);
      throw new Error('later step');
    });

    await expect(failing).rejects.toThrow('later step');
    expect(await getEvaluations(workspaceId, [evaluation.id])).toEqual([]);
  });
});

/** The fields of an earlier evaluation that an experiment needs. */
function baselineOf({ id, messageId, issueConfigVersion, annotations }: Evaluation) {
  const findings = annotations.map(({ label, toolName, parameterName }) => ({
    label,
    toolName,
    parameterName,
  }));
  return { id, messageId, issueConfigVersion, findings };
}

describe('listCompletedEvaluations', () => {
  it('finds the latest completed one of each message, from any source', async () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    await storeEvaluation({ messageId: one }, flawed, 1);
    const latest = await storeEvaluation({ messageId: one, experimentId: randomUUID() }, clean, 2);
    await storeEvaluation({ messageId: one }, unjudged, 3);
    const other = await storeEvaluation({ messageId: two }, flawed, 1);

    const found = await listCompletedEvaluations(workspaceId, [one, two, three], evaluatorId, 1);

    expect(found).toEqual(
      new Map([
        [one, baselineOf(latest)],
        [two, baselineOf(other)],
      ]),
    );
  });

  it('tells versions, evaluators and workspaces apart', async () => {
    const { messageId } = await storeEvaluation();

    const found = (workspace: string, evaluator: string, version: number) =>
      listCompletedEvaluations(workspace, [messageId], evaluator, version);
    expect((await found(workspaceId, evaluatorId, 1)).size).toBe(1);
    expect((await found(workspaceId, evaluatorId, 2)).size).toBe(0);
    expect((await found(workspaceId, randomUUID(), 1)).size).toBe(0);
    expect((await found(randomUUID(), evaluatorId, 1)).size).toBe(0);
  });
});

describe('listEvaluationsOfConversation', () => {
  it('has those of the own messages, oldest first, without those of experiment replies', async () => {
    const conversationId = randomUUID();
    const experimentId = randomUUID();
    const later = await storeEvaluation({ conversationId, experimentId }, flawed, 5);
    const earlier = await storeEvaluation({ conversationId }, clean, 4);
    await storeEvaluation({ conversationId, experimentId, itemId: randomUUID() }, flawed, 6);

    expect(await listEvaluationsOfConversation(workspaceId, conversationId)).toEqual([earlier, later]);
    expect(await listEvaluationsOfConversation(randomUUID(), conversationId)).toEqual([]);
  });
});
