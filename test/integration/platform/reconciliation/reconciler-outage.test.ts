import { randomUUID } from 'node:crypto';
import { createExperimentReconciler } from '../../../../src/experiments/execution/experiment.reconciler';
import { ExperimentModel } from '../../../../src/experiments/store/experiment.model';
import { findExperimentUnscoped } from '../../../../src/experiments/store/experiment.unscoped.repository';
import { AppError } from '../../../../src/platform/errors/app-error';
import { createLogger } from '../../../../src/platform/logging';
import { repeatPasses } from '../../../../src/platform/reconciliation/repeat-passes';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';
import { experimentBookkeeping } from '../../../support/experiment-bookkeeping';
import { experimentDocument } from '../../../support/experiment-document';

useDatabase();

const logger = createLogger('silent');
const CALL_TIMEOUT_MS = 40;

/** Temporal as the reconciler sees it, whose calls time out while it hangs. */
function makeTemporal() {
  const state = { isHanging: true, inFlight: 0, maxInFlight: 0, calls: 0 };
  const running = new Set<string>();
  async function call<Result>(result: () => Result): Promise<Result> {
    state.calls += 1;
    state.inFlight += 1;
    state.maxInFlight = Math.max(state.maxInFlight, state.inFlight);
    if (state.isHanging) await new Promise((resolve) => setTimeout(resolve, CALL_TIMEOUT_MS));
    state.inFlight -= 1;
    if (state.isHanging) throw new AppError('temporal_unavailable', 'Temporal cannot be reached');
    return result();
  }
  const workflows = {
    listRunning: (ids: readonly string[]) => call(() => new Set(ids.filter((id) => running.has(id)))),
    isRunning: (id: string) => call(() => running.has(id)),
    start: ({ id }: { id: string }) => call(() => void running.add(id)),
  };
  return { state, running, workflows };
}

async function storeExperiments(workspaceId: string, count: number, status: string): Promise<string[]> {
  const documents = Array.from({ length: count }, (_, index) =>
    experimentDocument({ workspaceId, status, requestedAt: new Date(Date.now() - 60_000 - index) }),
  );
  await ExperimentModel.insertMany(documents);
  return documents.map(({ _id }) => _id);
}

beforeEach(async () => {
  await ExperimentModel.deleteMany({});
});

it('asks a Temporal that hangs one thing at a time, and starts all 1,000 experiments when it is back', async () => {
  const ids = await storeExperiments(randomUUID(), 1000, 'pending');
  const [ofOther] = await storeExperiments(randomUUID(), 1, 'pending');
  const { state, running, workflows } = makeTemporal();
  const stopping = new AbortController();
  const pass = createExperimentReconciler({ workflows, runs: experimentBookkeeping, logger }, 0);

  const repeated = repeatPasses(pass, {
    name: 'experiments',
    logger,
    signal: stopping.signal,
    pauseMs: 20,
    continueMs: 1,
  });
  await eventually(async () => state.calls >= 10);
  const callsWhileHanging = state.calls;
  state.isHanging = false;
  await eventually(async () => running.size > 0);
  await eventually(async () => running.has(ofOther ?? ''));
  const startedBeforeOther = running.size;
  await eventually(async () => running.size === 1001);
  stopping.abort();
  await repeated;

  expect(state.maxInFlight).toBe(1);
  expect(callsWhileHanging).toBeLessThan(20);
  expect(startedBeforeOther).toBeLessThan(400);
  expect(ids.every((id) => running.has(id))).toBe(true);
});

it('asks once for a hundred experiments that run, and describes none of them', async () => {
  const ids = await storeExperiments(randomUUID(), 100, 'running');
  const { state, running, workflows } = makeTemporal();
  state.isHanging = false;
  for (const id of ids) running.add(id);
  const pass = createExperimentReconciler({ workflows, runs: experimentBookkeeping, logger }, 0);

  const { isComplete } = await pass(new AbortController().signal);

  expect(state.calls).toBe(1);
  expect(isComplete).toBe(false); // whether there are more is known when the next page is empty
});

it('closes nothing that visibility has not listed yet but that runs', async () => {
  const [id = ''] = await storeExperiments(randomUUID(), 1, 'running');
  const { state, running, workflows } = makeTemporal();
  state.isHanging = false;
  running.add(id);
  const behind = { ...workflows, listRunning: async () => new Set<string>() };
  const pass = createExperimentReconciler({ workflows: behind, runs: experimentBookkeeping, logger }, 0);

  await pass(new AbortController().signal);

  expect((await findExperimentUnscoped(id))?.status).toBe('running');
});

it('leaves an experiment alone that was retried while Temporal was asked about it', async () => {
  const [id = ''] = await storeExperiments(randomUUID(), 1, 'running');
  const { state, workflows } = makeTemporal();
  state.isHanging = false;
  const isRunning = async (experimentId: string) => {
    await ExperimentModel.updateOne(
      { _id: id },
      { $set: { requestedAt: new Date() }, $inc: { executionNumber: 1 } },
    );
    return workflows.isRunning(experimentId);
  };
  const pass = createExperimentReconciler(
    { workflows: { ...workflows, isRunning }, runs: experimentBookkeeping, logger },
    1000,
  );

  await pass(new AbortController().signal);

  expect((await findExperimentUnscoped(id))?.status).toBe('running');
});
