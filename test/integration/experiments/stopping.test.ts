import { randomUUID } from 'node:crypto';
import { buildExperiment } from '../../../src/experiments/creation/build-experiment';
import { storeExperiment } from '../../../src/experiments/creation/store-experiment';
import { type ExperimentItem, emptySide, type ReplySide } from '../../../src/experiments/store/experiment';
import { ExperimentItemModel } from '../../../src/experiments/store/experiment.model';
import { findExperiment } from '../../../src/experiments/store/experiment.repository';
import { beginTry, changeOpenItem, listItems } from '../../../src/experiments/store/item.repository';
import { countPairs } from '../../../src/experiments/store/pair.repository';
import { tallyRunning } from '../../../src/experiments/store/running-tally';
import { createExperimentSchema } from '../../../src/experiments/wire/experiment.schema';
import { useDatabase } from '../../support/database';
import { experimentBookkeeping } from '../../support/experiment-bookkeeping';
import { storeWorkspace } from '../../support/stored-workspaces';

useDatabase();

const workspaceId = randomUUID();
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
const decision = {
  outcome: 'better' as const,
  eValue: 28,
  intervalLow: -1,
  intervalHigh: 0,
  pairs: 8,
  alpha: 0.05,
  minEffect: 0.05,
  decidedAtMs: Date.UTC(2026, 0, 1),
};

beforeAll(async () => {
  await storeWorkspace(workspaceId);
});

/** A running experiment of `count` items. */
async function startExperiment(count: number, judgingProvider: string | null = null): Promise<string> {
  const id = randomUUID();
  const conversationIds = Array.from({ length: count }, () => randomUUID());
  const selected = { conversationIds, set: null, filter: null, chosenBy: 'named' as const };
  const request = createExperimentSchema.parse({
    name: 'x',
    model: 'm',
    conversation_ids: conversationIds,
    stop_when: { decided: true },
  });
  const creator = { userId: null, userName: null, serviceAccountId: null, serviceAccountName: null };
  const issueConfig = { labels: [], domainContext: null, version: 1 };
  await storeExperiment(
    buildExperiment(workspaceId, id, request, selected, creator, grounding, issueConfig),
    new Map(),
  );
  const load = { generatingProvider: 'p', judgingProvider, demand: 1 };
  await experimentBookkeeping.begin({ experimentId: id, executionNumber: 0, load });
  return id;
}

const itemsOf = (id: string) => listItems({ id, workspaceId }, { position: -1, limit: 100, status: null });
const statusesOf = async (id: string) => (await itemsOf(id)).map(({ status }) => status);

it('records a decision at once: items that have not started are skipped, those in flight continue', async () => {
  const id = await startExperiment(4);
  const [inFlight] = await itemsOf(id);
  await beginTry({ id: inFlight?.id ?? '', workspaceId, executionNumber: 0 }, 'generating');

  await experimentBookkeeping.recordDecision({ experimentId: id, executionNumber: 0, decision });

  expect(await findExperiment(workspaceId, id)).toMatchObject({
    status: 'running',
    decision: { outcome: 'better', pairs: 8 },
    decidedAt: new Date(decision.decidedAtMs),
    modelCallsSaved: null,
  });
  expect(await statusesOf(id)).toEqual(['generating', 'skipped', 'skipped', 'skipped']);
  const running = (await tallyRunning(workspaceId, [id])).get(id);
  expect(running?.statusSummary).toMatchObject({ pending: 0, generating: 1, skipped: 3, total: 4 });
});

it('keeps the decision and the skipped items when what is in flight is cancelled', async () => {
  const id = await startExperiment(4);
  const [inFlight] = await itemsOf(id);
  await beginTry({ id: inFlight?.id ?? '', workspaceId, executionNumber: 0 }, 'generating');
  await experimentBookkeeping.recordDecision({ experimentId: id, executionNumber: 0, decision });

  await experimentBookkeeping.finishExperiment({ experimentId: id, executionNumber: 0, ending: 'cancelled' });

  expect(await findExperiment(workspaceId, id)).toMatchObject({
    status: 'cancelled',
    decision: { outcome: 'better' },
    modelCallsSaved: 3,
    tally: { statusSummary: { failed: 1, skipped: 3, total: 4 } },
  });
});

it('stores with the end what could not be recorded before, and counts the evaluations of a judge as calls', async () => {
  const id = await startExperiment(3, 'judges');
  await ExperimentItemModel.updateMany({ experimentId: id }, { $set: { evaluationsExpected: 2 } });

  await experimentBookkeeping.finishExperiment({
    experimentId: id,
    executionNumber: 0,
    ending: 'decided',
    decision,
  });
  await experimentBookkeeping.finishExperiment({
    experimentId: id,
    executionNumber: 0,
    ending: 'decided',
    decision,
  });

  // For each item one reply and two evaluations.
  expect(await findExperiment(workspaceId, id)).toMatchObject({
    decidedAt: new Date(decision.decidedAtMs),
    modelCallsSaved: 9,
  });
  expect(await statusesOf(id)).toEqual(['skipped', 'skipped', 'skipped']);
});

it('ignores the decision of another execution', async () => {
  const id = await startExperiment(2);

  await experimentBookkeeping.recordDecision({ experimentId: id, executionNumber: 1, decision });

  expect(await findExperiment(workspaceId, id)).toMatchObject({ decision: null });
  expect(await statusesOf(id)).toEqual(['pending', 'pending']);
});

it('lists open items in the order of their ids, page by page', async () => {
  const id = await startExperiment(7);
  const [ended] = await itemsOf(id);
  await changeOpenItem({ id: ended?.id ?? '', executionNumber: 0 }, { status: 'failed' });
  const listed: string[] = [];

  for (let after: string | null = null; listed.length < 6; after = listed.at(-1) ?? null) {
    const page = await experimentBookkeeping.listOpenItems({
      experimentId: id,
      afterPosition: -1,
      afterItemId: after,
      limit: 4,
    });
    listed.push(...page.map(({ itemId }) => itemId));
  }

  const open = (await itemsOf(id)).filter(({ status }) => status === 'pending').map((item) => item.id);
  expect(listed).toEqual(open.sort());
});

describe('countPairs', () => {
  const finding = { label: 'fabrication', toolName: null, parameterName: null };
  const clean = { ...emptySide, findings: [] };
  const flagged = { ...emptySide, findings: [finding, finding] };

  async function storeSides(
    sides: [ReplySide, ReplySide | null, ExperimentItem['status']?][],
  ): Promise<string> {
    const id = await startExperiment(sides.length);
    const items = await itemsOf(id);
    for (const [index, [reply, baseline, status = 'completed']] of sides.entries()) {
      const itemId = items[index]?.id ?? '';
      await changeOpenItem({ id: itemId, executionNumber: 0 }, { reply, baseline, status });
    }
    return id;
  }

  it('counts items of which both replies have a verdict, by which of them have an issue', async () => {
    const id = await storeSides([
      [clean, flagged],
      [clean, flagged],
      [flagged, clean],
      [flagged, flagged],
      [clean, clean],
      [{ ...emptySide, hasNoVerdict: true }, flagged],
      [clean, { ...emptySide, isNotJudgeable: true }],
      [clean, null],
      [clean, flagged, 'failed'],
    ]);

    expect(await experimentBookkeeping.countPairs({ experimentId: id, executionNumber: 0 })).toEqual({
      pairs: 5,
      onlyInFirst: 2,
      onlyInSecond: 1,
    });
    expect(await countPairs({ id, workspaceId }, 2)).toEqual({ pairs: 2, onlyInFirst: 2, onlyInSecond: 0 });
    expect(await countPairs({ id, workspaceId: randomUUID() })).toMatchObject({ pairs: 0 });
  });

  it('is zero for an experiment that was deleted', async () => {
    const none = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
    expect(
      await experimentBookkeeping.countPairs({ experimentId: randomUUID(), executionNumber: 0 }),
    ).toEqual(none);
  });
});
