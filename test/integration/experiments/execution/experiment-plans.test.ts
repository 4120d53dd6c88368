import { randomUUID } from 'node:crypto';
import type { EvaluatorRecord } from '../../../../src/evaluation/evaluators/evaluator-record';
import type { Evaluator } from '../../../../src/evaluation/judgment/evaluator';
import { createExperimentPlans } from '../../../../src/experiments/execution/experiment-plans';
import { ExperimentModel } from '../../../../src/experiments/store/experiment.model';
import type { ChatModel } from '../../../../src/providers/chat-model';
import { useDatabase } from '../../../support/database';
import { experimentDocument } from '../../../support/experiment-document';

useDatabase();

const outage = new Error('MongoDB cannot be reached');

async function storeExperiment(): Promise<string> {
  const document = experimentDocument({ isPassThrough: true, status: 'running' });
  await ExperimentModel.insertMany([document]);
  return document._id;
}

/** Plans with the number of loads, the first `failures` of which fail. */
function makePlans({ failures = 0 } = {}) {
  const counts = { loads: 0 };
  const planOf = createExperimentPlans({
    getEvaluatorVersion: async () => {
      counts.loads += 1;
      if (counts.loads <= failures) throw outage;
      return { config: null } as EvaluatorRecord;
    },
    createEvaluator: () => ({}) as Evaluator,
    resolveModel: () => ({}) as ChatModel,
  });
  return { planOf, counts };
}

it('loads a plan once for callers at the same time and later', async () => {
  const id = await storeExperiment();
  const { planOf, counts } = makePlans();

  const [first, second] = await Promise.all([planOf(id), planOf(id)]);

  expect(first.experiment.id).toBe(id);
  expect(second).toBe(first);
  expect(await planOf(id)).toBe(first);
  expect(counts.loads).toBe(1);
});

it('loads a plan again when an execution begins, with the conversations that were added', async () => {
  const id = await storeExperiment();
  const { planOf } = makePlans();
  await planOf(id);
  await ExperimentModel.updateOne({ _id: id }, { $push: { conversationIds: randomUUID() } });

  const fresh = await planOf(id, { isFresh: true });

  expect(fresh.experiment.conversationIds).toHaveLength(2);
  expect(await planOf(id)).toBe(fresh);
});

it('loads a plan again after a failure', async () => {
  const id = await storeExperiment();
  const { planOf } = makePlans({ failures: 1 });

  await expect(planOf(id)).rejects.toBe(outage);
  await expect(planOf(id)).resolves.toMatchObject({ experiment: { id } });
});

it('fails for a deleted experiment', async () => {
  await expect(makePlans().planOf(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
});

it('returns a plan that is evicted while it loads, and loads it again later', async () => {
  const ids = await Promise.all(Array.from({ length: 101 }, storeExperiment));
  const { planOf, counts } = makePlans();

  const plans = await Promise.all(ids.map((id) => planOf(id)));

  expect(plans.map(({ experiment }) => experiment.id)).toEqual(ids);
  await Promise.all(ids.map((id) => planOf(id)));
  expect(counts.loads).toBeGreaterThan(101);
});
