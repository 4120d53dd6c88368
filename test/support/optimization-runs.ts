import { randomUUID } from 'node:crypto';
import type { TestApi } from './api';
import { importConversations } from './builders';
import type { Contract } from './contract';
import { eventually } from './eventually';
import type { ModelServer } from './model-server';
import { makeWorkspace } from './people';
import type { Schemas } from './wire-types';

const CAREFUL = 'Answer carefully.';

type Run = Schemas['OptimizationRun'];
type Candidate = Schemas['Candidate'];

interface Lease {
  leaseId: string;
  epoch: number;
  expiresAt: string;
}

/** A prompt with which `answerByPrompt` replies without errors. */
export const carefulPrompt = CAREFUL;

/** Makes every model invent a year, unless its system prompt is the careful one. */
export function replyByPrompt(models: ModelServer): void {
  models.otherwise(({ body }) => ({
    kind: 'text',
    text: JSON.stringify(body.messages[0]).includes(CAREFUL)
      ? 'The passage does not tell.'
      : 'The Harrow Bridge was opened in 1889.',
  }));
}

/** Creates a workspace for a test, so that no other test claims its runs; the API works in it from now on. */
export async function enterFreshWorkspace(api: TestApi): Promise<void> {
  api.workspaceId = await makeWorkspace(api, `Runs ${randomUUID()}`);
}

export function runRequest(conversationIds: string[], overrides: Record<string, unknown> = {}) {
  return {
    name: 'Fewer fabrications',
    model: 'test-model',
    conversation_ids: conversationIds,
    objective: { metric: 'issue_rate', direction: 'minimize' },
    ...overrides,
  };
}

/** Creates a run and returns its id immediately. */
export async function createRun(api: TestApi, overrides: Record<string, unknown> = {}, conversations = 1) {
  const ids = await importConversations(api, conversations);
  const { status, body } = await api.post('/v1/optimization-runs', runRequest(ids, overrides));
  if (status !== 201) throw new Error(`creating a run failed with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

export function claim(api: TestApi, waitSeconds = 20, runnerId = 'runner-1') {
  return api.post('/v1/optimization-runs/claim', { runner_id: runnerId, wait_seconds: waitSeconds });
}

/** A separate run with a lease on it. */
export async function leasedRun(
  api: TestApi,
  overrides: Record<string, unknown> = {},
  conversations = 1,
): Promise<Lease & { id: string }> {
  const id = await createRun(api, overrides, conversations);
  return { id, ...(await leaseOn(api, id)) };
}

/** The next lease on a run of a workspace that has no other run ready. */
export async function leaseOn(api: TestApi, id: string): Promise<Lease> {
  const { status, body } = await claim(api);
  if (status !== 200 || body.run.id !== id) throw new Error(`claiming failed with ${status}`);
  const { lease_id: leaseId, epoch, expires_at: expiresAt } = body.lease;
  return { leaseId, epoch, expiresAt };
}

export async function readRun(api: TestApi, id: string): Promise<Run> {
  return (await api.get(`/v1/optimization-runs/${id}`)).body;
}

export function runIn(api: TestApi, id: string, status: string): Promise<Run> {
  return eventually(async () => {
    const run = await readRun(api, id);
    return run.status === status && run;
  });
}

export function send<const Action extends string>(api: TestApi, id: string, action: Action, body?: unknown) {
  return api.post(`/v1/optimization-runs/${id}/${action}`, body);
}

/** Proposes a candidate and waits until its measurement has ended. */
export async function measuredCandidate(
  api: TestApi,
  { id, leaseId }: { id: string; leaseId: string },
  texts: Record<string, unknown>,
): Promise<Candidate> {
  const proposed = await send(api, id, 'candidates', {
    lease_id: leaseId,
    candidate_key: randomUUID(),
    ...texts,
  });
  if (proposed.status !== 201) throw new Error(`proposing failed with ${proposed.status}`);
  return eventually(async () => {
    const { items } = (await api.get(`/v1/optimization-runs/${id}/candidates`)).body;
    const found = items.find((candidate) => candidate.id === proposed.body.id);
    return found !== undefined && ['measured', 'failed', 'cancelled'].includes(found.status) && found;
  });
}

/** A valid message of the holder of a lease, by operation. */
export function messagesOf(leaseId: string): Record<string, unknown> {
  const lease = { lease_id: leaseId, agent_turns: 0 };
  return {
    heartbeatOptimizationRun: lease,
    proposeCandidate: { lease_id: leaseId, candidate_key: 'a', system_prompt: 'One.' },
    completeOptimizationRun: { ...lease, best_candidate_id: null, summary: '' },
    failOptimizationRun: { ...lease, error_code: 'x', error_message: '' },
  };
}

/** Checks that every operation under a tag rejects a non-member, an unknown run and invalid input. */
export async function witnessRefusals(contract: Contract, tag: string): Promise<void> {
  const messages = messagesOf(randomUUID());
  const tagged = contract.operations.filter((operation) => operation.tag === tag);
  for (const { operationId, hasBody } of tagged) {
    await contract.call(operationId, { workspaceId: randomUUID() });
    await contract.call(operationId, { workspaceId: 'x' });
    await contract.call(operationId, {
      params: { run_id: 'x' },
      query: { limit: 0 },
      ...(hasBody ? { body: {} } : {}),
    });
    await contract.call(operationId, { body: messages[operationId] });
  }
}
