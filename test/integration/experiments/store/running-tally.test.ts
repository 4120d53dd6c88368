import { randomUUID } from 'node:crypto';
import { createItem } from '../../../../src/experiments/creation/create-item';
import {
  type ExperimentItem,
  emptySide,
  type ItemStatus,
} from '../../../../src/experiments/store/experiment';
import { ExperimentItemModel, itemCollection } from '../../../../src/experiments/store/experiment.model';
import {
  changeOpenItem,
  failOpenItems,
  insertItems,
  reopenFailedItems,
} from '../../../../src/experiments/store/item.repository';
import { ItemCounters } from '../../../../src/experiments/store/item-counters';
import {
  countEndedItems,
  insertCounters,
  reopenCounted,
} from '../../../../src/experiments/store/item-counters.repository';
import { tallyRunning } from '../../../../src/experiments/store/running-tally';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';
import { tallyItems } from '../../../support/tally-items';

useDatabase();

const workspaceId = 'workspace';

/** Stores pending items, every other one with an original reply that was not evaluated yet. */
async function storeItems(count: number): Promise<ExperimentItem[]> {
  const experimentId = randomUUID();
  const items = Array.from({ length: count }, (_, position) =>
    createItem({
      id: randomUUID(),
      workspaceId,
      experimentId,
      position,
      conversationId: randomUUID(),
      sourcePreview: '',
      baseline: position % 2 === 0 ? null : { ...emptySide, messageId: 'message', inputTokens: 7 },
      evaluationsExpected: position % 2 === 0 ? 1 : 2,
      createdAt: new Date(),
    }),
  );
  const counters = ItemCounters.none();
  for (const item of items) counters.addCreated(item);
  await inTransaction(async (session) => {
    await insertItems(items, session);
    await insertCounters(experimentId, counters, session);
  });
  return items;
}

const finding = { label: 'fabrication', toolName: 'search.web', parameterName: 'query' };

function complete({ baseline, evaluationsExpected, ...item }: ExperimentItem): Promise<void> {
  return changeOpenItem(item, {
    status: 'completed',
    evaluationsReceived: evaluationsExpected,
    reply: { ...emptySide, model: 'new', inputTokens: 3, findings: [finding] },
    baseline: baseline && { ...baseline, findings: [] },
  });
}

function begin(item: ExperimentItem, status: ItemStatus): Promise<void> {
  return changeOpenItem(item, { status });
}

const idOf = (items: ExperimentItem[]) => items[0]?.experimentId ?? '';
const poll = async (id: string) => (await tallyRunning(workspaceId, [id])).get(id);
const tallyAll = async (id: string) =>
  tallyItems(await itemCollection().find({ experimentId: id }).toArray());

it('equals the sum of all items of an experiment', async () => {
  const items = await storeItems(500);
  const id = idOf(items);
  await Promise.all(items.slice(0, 400).map(complete));
  await Promise.all(items.slice(400, 420).map((item) => changeOpenItem(item, { status: 'failed' })));
  await Promise.all(items.slice(420, 430).map((item) => begin(item, 'queued')));
  await Promise.all(items.slice(430, 437).map((item) => begin(item, 'generating')));

  const first = await poll(id);
  const second = await poll(id);

  expect(first?.statusSummary).toMatchObject({
    completed: 400,
    failed: 20,
    queued: 10,
    generating: 7,
    pending: 63,
    total: 500,
  });
  expect(first).toEqual(await tallyAll(id));
  expect(second).toEqual(first);
});

it('is exact at every poll while items end and several processes count and poll', async () => {
  const items = await storeItems(120);
  const id = idOf(items);
  let isRunning = true;
  const run = (async () => {
    for (const [index, item] of items.entries()) {
      await begin(item, 'generating');
      await complete(item);
      if (index % 20 === 0)
        await Promise.all([countEndedItems(workspaceId, id), countEndedItems(workspaceId, id)]);
    }
    isRunning = false;
  })();

  let completed = 0;
  let polls = 0;
  while (isRunning) {
    const tally = await poll(id);
    expect(tally?.statusSummary.total).toBe(120);
    expect(tally?.statusSummary.completed).toBeGreaterThanOrEqual(completed);
    expect(tally?.metrics.evaluatedCount).toBe(tally?.statusSummary.completed);
    expect(tally?.metrics.totalInputTokens).toBe(3 * (tally?.statusSummary.completed ?? 0));
    completed = tally?.statusSummary.completed ?? 0;
    polls += 1;
  }
  await run;

  expect(polls).toBeGreaterThan(5);
  expect(await poll(id)).toEqual(await tallyAll(id));
});

it('counts reopened failed items as pending, counted before or not', async () => {
  const items = await storeItems(30);
  const id = idOf(items);
  await Promise.all(items.slice(0, 5).map(complete));
  await Promise.all(items.slice(5, 10).map((item) => changeOpenItem(item, { status: 'failed' })));
  await countEndedItems(workspaceId, id);
  await failOpenItems({ id, executionNumber: 0 }, { code: 'cancelled', message: '' });

  await inTransaction(async (session) => {
    await reopenFailedItems({ id, executionNumber: 0 }, session);
    await reopenCounted(id, session);
  });
  const reopened = await poll(id);
  await Promise.all(items.slice(5).map(complete));
  await countEndedItems(workspaceId, id);

  expect(reopened?.statusSummary).toMatchObject({ pending: 25, failed: 0, completed: 5, total: 30 });
  expect(await poll(id)).toEqual(await tallyAll(id));
});

it('reads a constant number of items, regardless of how many have ended', async () => {
  const items = await storeItems(900);
  const id = idOf(items);
  await Promise.all(items.slice(0, 800).map(complete));
  await poll(id); // counts them
  const collection = ExperimentItemModel.db.collection(ExperimentItemModel.collection.name);
  const { db } = ExperimentItemModel.db;
  await db?.setProfilingLevel('all');

  await poll(id);

  await db?.setProfilingLevel('off');
  const reads = await db
    ?.collection('system.profile')
    .find({ ns: { $regex: `\\.${collection.collectionName}$` } })
    .toArray();
  expect(reads?.length).toBeGreaterThan(0);
  const examined = (reads ?? []).reduce(
    (sum, read) => sum + (read.docsExamined ?? 0) + (read.keysExamined ?? 0),
    0,
  );
  expect(examined).toBeLessThan(50);
});

it('returns an empty tally for an experiment without items', async () => {
  expect((await poll(randomUUID()))?.statusSummary.total).toBe(0);
});
