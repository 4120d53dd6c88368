import { randomUUID } from 'node:crypto';
import type { EvaluatorRecord } from '../../../../src/evaluation/evaluators/evaluator-record';
import { buildExperiment } from '../../../../src/experiments/creation/build-experiment';
import type { Experiment } from '../../../../src/experiments/store/experiment';
import { changeExperiment, insertExperiment } from '../../../../src/experiments/store/experiment.repository';
import { ItemCounters } from '../../../../src/experiments/store/item-counters';
import { createExperimentSchema } from '../../../../src/experiments/wire/experiment.schema';
import type { OptimizationRun } from '../../../../src/optimization/runs/optimization-run';
import { insertRun } from '../../../../src/optimization/runs/run.repository';
import { createRunBookkeeping } from '../../../../src/optimization/runs/run-bookkeeping';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { makeRun } from '../../../support/builders';
import { useDatabase } from '../../../support/database';

useDatabase();

const bookkeeping = createRunBookkeeping({
  conversations: { listSources: async () => new Map(), streamPromptTexts: async function* () {} },
  getEvaluatorVersion: async () => grounding,
});

const grounding: EvaluatorRecord = {
  id: randomUUID(),
  version: 1,
  workspaceId: randomUUID(),
  name: 'grounding',
  kind: 'grounding',
  config: null,
  traffic: 'auto',
  isDefault: true,
  createdAt: new Date(),
};

async function storeExperiment(run: OptimizationRun): Promise<Experiment> {
  const request = createExperimentSchema.parse({
    name: 'measured',
    model: 'm',
    conversation_ids: run.conversationIds,
  });
  const issueConfig = { labels: [], domainContext: null, version: 1 };
  const experiment = buildExperiment(
    run.workspaceId,
    randomUUID(),
    request,
    { conversationIds: run.conversationIds, set: null, filter: null, chosenBy: 'named' },
    run.creator,
    grounding,
    issueConfig,
  );
  await inTransaction((session) => insertExperiment({ ...experiment, optimizationRunId: run.id }, session));
  return experiment;
}

/** Ends an experiment with one reply that has a verdict. */
async function end(experiment: Experiment): Promise<void> {
  const tally = ItemCounters.none().tally({ queued: 0, generating: 0, evaluating: 0 });
  tally.metrics.evaluatedCount = 1;
  await changeExperiment(experiment, ['pending'], { status: 'completed', completedAt: new Date(), tally });
}

it('waits for a reopened baseline, and reports a deleted one', async () => {
  const run = makeRun(randomUUID());
  const [baseline, candidate] = [await storeExperiment(run), await storeExperiment(run)];
  await end(candidate);
  const request = { runId: run.id, experimentId: candidate.id, candidateId: randomUUID() };
  run.state.baseline = { experimentId: baseline.id, isMeasured: true };
  await insertRun(run);
  const other = makeRun(run.workspaceId);
  other.state.baseline = { experimentId: randomUUID(), isMeasured: true };
  await insertRun(other);

  const whileOpen = await bookkeeping.measureRunExperiment(request);
  await end(baseline);

  expect(whileOpen).toBeNull();
  expect(await bookkeeping.measureRunExperiment(request)).toMatchObject({
    error: null,
    verdict: 'coverage_too_low',
  });
  expect(await bookkeeping.measureRunExperiment({ ...request, runId: other.id })).toMatchObject({
    error: { code: 'baseline_deleted' },
  });
});
