import { randomUUID } from 'node:crypto';
import { createAdmission } from '../../../../src/experiments/execution/admission';
import type { ExperimentPlan } from '../../../../src/experiments/execution/item-try';
import { ExperimentModel } from '../../../../src/experiments/store/experiment.model';
import { changeExperiment } from '../../../../src/experiments/store/experiment.repository';
import { listRunningLoadsUnscoped } from '../../../../src/experiments/store/experiment.unscoped.repository';
import { AppError } from '../../../../src/platform/errors/app-error';
import { useDatabase } from '../../../support/database';
import { experimentBookkeeping } from '../../../support/experiment-bookkeeping';
import { experimentDocument } from '../../../support/experiment-document';

useDatabase();

const workspaces = [randomUUID(), randomUUID()];

async function storeExperiment(workspaceId = randomUUID(), items = 50): Promise<string> {
  const conversationIds = Array.from({ length: items }, () => randomUUID());
  const document = experimentDocument({ workspaceId, conversationIds, concurrency: 40 });
  await ExperimentModel.insertMany([document]);
  return document._id;
}

/** An admission whose experiments all generate at one provider that can have 24 items in flight. */
function makeAdmission(planOf?: (experimentId: string) => Promise<ExperimentPlan>) {
  const loadPlan = async (experimentId: string) => {
    const experiment = await ExperimentModel.findById(experimentId).lean();
    return { experiment, model: { provider: 'openai' }, judgingProvider: null } as unknown as ExperimentPlan;
  };
  return createAdmission({
    runs: experimentBookkeeping,
    planOf: planOf ?? loadPlan,
    findCapacity: async () => ({ slots: 200, itemsOf: () => 24 }),
  });
}

beforeEach(async () => {
  await ExperimentModel.deleteMany({});
});

it('shares a provider between workspaces from the moment the second one begins', async () => {
  const [first, second] = await Promise.all(workspaces.map((id) => storeExperiment(id)));
  const admission = makeAdmission();

  const alone = await admission.beginExperiment({ experimentId: first ?? '', executionNumber: 0 });
  const added = await admission.beginExperiment({ experimentId: second ?? '', executionNumber: 0 });
  const narrowed = await admission.findItemWindow({ experimentId: first ?? '' });

  expect([alone, added, narrowed]).toEqual([{ window: 24 }, { window: 12 }, { window: 12 }]);
});

it('computes the same shares on another worker, and ignores ended experiments', async () => {
  const [first = '', second = ''] = await Promise.all(workspaces.map((id) => storeExperiment(id)));
  const admission = makeAdmission();
  await admission.beginExperiment({ experimentId: first, executionNumber: 0 });
  await admission.beginExperiment({ experimentId: second, executionNumber: 0 });

  const elsewhere = await makeAdmission().findItemWindow({ experimentId: first });
  await changeExperiment({ id: second, executionNumber: 0 }, ['running'], { status: 'completed' });
  const afterwards = await makeAdmission().findItemWindow({ experimentId: first });

  expect([elsewhere, afterwards]).toEqual([{ window: 12 }, { window: 24 }]);
});

it('counts an experiment for no more items than it has', async () => {
  const id = await storeExperiment(workspaces[0], 3);

  expect(await makeAdmission().beginExperiment({ experimentId: id, executionNumber: 0 })).toEqual({
    window: 3,
  });
});

it('begins an experiment with an unknown provider without a limit, so that its items report it', async () => {
  const id = await storeExperiment();
  const admission = makeAdmission(async () => {
    throw new AppError('model_unknown', 'No provider is configured for this model');
  });

  expect(await admission.beginExperiment({ experimentId: id, executionNumber: 0 })).toEqual({ window: null });
});

it('does not begin an ended experiment', async () => {
  const id = await storeExperiment();
  await changeExperiment({ id, executionNumber: 0 }, ['pending'], { status: 'cancelled' });

  expect(await makeAdmission().beginExperiment({ experimentId: id, executionNumber: 0 })).toBe(false);
});

it('reads running experiments with a covered query', async () => {
  const id = await storeExperiment();
  await makeAdmission().beginExperiment({ experimentId: id, executionNumber: 0 });

  const plan = JSON.stringify(
    await ExperimentModel.find(
      { status: 'running' },
      { workspaceId: 1, 'load.generatingProvider': 1, 'load.judgingProvider': 1, 'load.demand': 1 },
    )
      .sort({ requestedAt: 1, _id: 1 })
      .explain('executionStats'),
  );

  expect(plan).toContain('"totalDocsExamined":0');
  expect(await listRunningLoadsUnscoped()).toMatchObject([{ id, generatingProvider: 'openai', demand: 40 }]);
});
