import { randomUUID } from 'node:crypto';
import type { OptimizationRun } from '../../src/optimization/runs/optimization-run';
import { initialState, type RunState } from '../../workflows/optimization-run/run-state';
import type { TestApi } from './api';

let counter = 0;

/** A conversation in request form whose reply has a number that its evidence does not contain. */
export function makeConversation(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1;
  return {
    external_id: `conversation-${counter}`,
    messages: [
      {
        role: 'system',
        content: 'Answer from the passage: The Harrow Bridge was opened in 1887 and is 214 metres long.',
      },
      { role: 'user', content: `When was the Harrow Bridge opened? (${counter})` },
      {
        role: 'assistant',
        content: 'The Harrow Bridge was opened in 1889.',
        model: 'gpt-old',
        provider: 'openai',
        input_tokens: 40,
        output_tokens: 10,
        latency_ms: 500,
        cost_usd: 0.002,
      },
    ],
    ...overrides,
  };
}

/** Imports `count` conversations and returns their ids in order. */
export async function importConversations(
  api: TestApi,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status, body } = await api.post('/v1/conversations', makeConversation(overrides));
    if (status !== 201) throw new Error(`import failed with ${status}: ${JSON.stringify(body)}`);
    ids.push(body.id);
  }
  return ids;
}

/** A stored run, with its own state where needed. */
export function makeRun(workspaceId: string, state: Partial<RunState> = {}): OptimizationRun {
  return {
    id: randomUUID(),
    workspaceId,
    name: 'A run',
    conversationIds: [randomUUID()],
    set: null,
    filter: null,
    chosenBy: 'named',
    model: 'm',
    systemPrompt: null,
    warnings: [],
    evaluatorId: randomUUID(),
    evaluatorVersion: 1,
    evaluatorName: 'grounding',
    issueConfig: { labels: [], domainContext: null },
    issueConfigVersion: 1,
    objective: { metric: 'issue_rate', direction: 'minimize', label: null, minEffect: null },
    constraints: [],
    maxCandidates: 10,
    strategy: null,
    maxAttempts: 3,
    nonRetryableErrorCodes: [],
    leaseSeconds: 60,
    maxCostCents: null,
    creator: { userId: null, userName: null, serviceAccountId: null, serviceAccountName: null },
    createdAt: new Date(),
    retryCostCents: 0,
    reservedCents: 0,
    split: { holdoutShare: 0.3, holdoutCount: 0, decidedOn: 'all_conversations' },
    state: { ...initialState(), ...state },
  };
}
