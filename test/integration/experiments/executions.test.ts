import { randomUUID } from 'node:crypto';
import { buildExperiment } from '../../../src/experiments/creation/build-experiment';
import { storeExperiment } from '../../../src/experiments/creation/store-experiment';
import { createExperimentReconciler } from '../../../src/experiments/execution/experiment.reconciler';
import type { ExperimentWorkflows } from '../../../src/experiments/execution/experiment-workflows';
import { createExperimentService } from '../../../src/experiments/experiment.service';
import { emptySide } from '../../../src/experiments/store/experiment';
import { findExperiment } from '../../../src/experiments/store/experiment.repository';
import { beginTry, changeOpenItem, listItems } from '../../../src/experiments/store/item.repository';
import { createExperimentSchema } from '../../../src/experiments/wire/experiment.schema';
import { createLogger } from '../../../src/platform/logging';
import { useDatabase } from '../../support/database';
import { endExecution, experimentBookkeeping } from '../../support/experiment-bookkeeping';
import { storeWorkspace } from '../../support/stored-workspaces';
import { unused } from '../../support/unused';

useDatabase();

const workspaceId = randomUUID();
const creator = { userId: null, userName: null, serviceAccountId: null, serviceAccountName: null };
const grounding = {
  id: randomUUID(),
  version: 1,
  workspaceId,
  name: 'grounding',
  kind: 'grounding',
  config: null,
  traffic: 'auto',
  isDefault: true,
  createdAt: new Date(),
} as const;

beforeAll(async () => {
  await storeWorkspace(workspaceId);
});

/** Temporal without running workflows. */
const workflows = {
  ping: async () => {},
  start: async () => {},
  cancel: async () => false,
  isRunning: async () => false,
  hasClosed: async () => true,
} as unknown as ExperimentWorkflows;
const service = createExperimentService({
  admitExperiment: async () => {},
  admitOpening: async () => {},
  workflows,
  endExecution,
  optimizationRuns: { isOpen: async () => false, reserveBudget: async () => null },
  conversations: {
    listFlaggedReplies: unused,
    listSources: unused,
    streamPromptTexts: async function* () {},
    findReply: unused,
    findTranscript: unused,
  },
  queryTimeoutMs: 1000,
  selectConversations: unused,
  nameModel: () => null,
  chooseEvaluator: unused,
  getEvaluatorVersion: async () => grounding,
  isFree: () => true,
  getIssueConfig: unused,
  checkModel: () => {},
  checkPrice: () => {},
});

const lost = (experimentId: string, executionNumber: number) =>
  experimentBookkeeping.finishExperiment({ experimentId, executionNumber, ending: 'workflow_lost' });

/** An experiment of two items whose first execution has failed, and which is retried. */
async function retriedExperiment(): Promise<string> {
  const id = randomUUID();
  const selected = {
    conversationIds: [randomUUID(), randomUUID()],
    set: null,
    filter: null,
    chosenBy: 'named' as const,
  };
  const request = createExperimentSchema.parse({
    name: 'x',
    model: 'm',
    conversation_ids: selected.conversationIds,
  });
  const issueConfig = { labels: [], domainContext: null, version: 1 };
  const experiment = buildExperiment(workspaceId, id, request, selected, creator, grounding, issueConfig);
  await storeExperiment(experiment, new Map());
  await experimentBookkeeping.begin({ experimentId: id, executionNumber: 0, load: null });
  await lost(id, 0);
  await service.retry(workspaceId, id);
  return id;
}

const itemsOf = (id: string) => listItems({ id, workspaceId }, { position: -1, limit: 10, status: null });

it('ends with counts by names of tools and parameters, which may contain dots', async () => {
  const id = await retriedExperiment();
  const [item] = await itemsOf(id);
  const finding = { label: 'fabrication', toolName: 'search.web', parameterName: 'query.0' };
  await changeOpenItem(
    { id: item?.id ?? '', executionNumber: 1 },
    { status: 'completed', reply: { ...emptySide, findings: [finding] } },
  );

  await lost(id, 1);

  expect((await findExperiment(workspaceId, id))?.tally).toMatchObject({
    statusSummary: { completed: 1, failed: 1, inProgress: 0 },
    metrics: { issueRate: 1, parameterIssues: { 'search.web': { 'query.0': 1 } } },
  });
});

it('does not close a retry when the previous execution ends late', async () => {
  const id = await retriedExperiment();

  await lost(id, 0);

  expect(await findExperiment(workspaceId, id)).toMatchObject({ status: 'pending', executionNumber: 1 });
  expect((await itemsOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  await lost(id, 1);
  expect(await findExperiment(workspaceId, id)).toMatchObject({ status: 'failed' });
});

it('rejects writes of the previous execution during a retry', async () => {
  const id = await retriedExperiment();
  const [item] = await itemsOf(id);
  const itemId = item?.id ?? '';

  await experimentBookkeeping.failItem({
    itemId,
    executionNumber: 0,
    failure: { code: 'late', message: '' },
  });

  expect(await experimentBookkeeping.begin({ experimentId: id, executionNumber: 0, load: null })).toBe(false);
  expect(await beginTry({ id: itemId, workspaceId, executionNumber: 0 }, 'generating')).toBeNull();
  expect((await itemsOf(id))[0]).toMatchObject({ status: 'pending', error: null });
  expect(await experimentBookkeeping.begin({ experimentId: id, executionNumber: 1, load: null })).toBe(true);
  expect(await beginTry({ id: itemId, workspaceId, executionNumber: 1 }, 'generating')).toMatchObject({
    attempts: 1,
  });
});

/**
 * Runs a reconciler pass that finds no running workflow; `meanwhile` runs while it queries the workflow of
 * `id`.
 */
async function reconcileWhile(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const pass = createExperimentReconciler(
    {
      runs: experimentBookkeeping,
      logger: createLogger('silent'),
      workflows: {
        listRunning: async () => new Set(),
        start: async () => {},
        isRunning: async (experimentId) => {
          if (experimentId === id) await meanwhile();
          return false;
        },
      },
    },
    -60_000,
  );
  await pass(new AbortController().signal);
}

it('does not close a retry whose workflow is started during reconciliation', async () => {
  const id = await retriedExperiment();

  // No workflow yet; then one is started and begins.
  await reconcileWhile(id, () =>
    experimentBookkeeping.begin({ experimentId: id, executionNumber: 1, load: null }),
  );

  expect(await findExperiment(workspaceId, id)).toMatchObject({ status: 'running', executionNumber: 1 });
});

it('does not close a retry that is requested during reconciliation of the previous execution', async () => {
  const id = await retriedExperiment();
  await experimentBookkeeping.begin({ experimentId: id, executionNumber: 1, load: null });

  await reconcileWhile(id, async () => {
    await lost(id, 1);
    await service.retry(workspaceId, id);
    await experimentBookkeeping.begin({ experimentId: id, executionNumber: 2, load: null });
  });

  expect(await findExperiment(workspaceId, id)).toMatchObject({ status: 'running', executionNumber: 2 });
});
