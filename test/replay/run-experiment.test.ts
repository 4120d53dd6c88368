import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure, cancelled, heartbeat } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import type { Activities } from '../../activities';
import { eventually } from '../support/api';
import { fakeActivities, runExperimentWorkflow, workflowBundle } from '../support/workflow-run';

const folder = join(__dirname, '../fixtures/histories');

/** What a history is recorded from, by the name of its file. */
const scenarios: Record<
  string,
  { activities: Activities; follow(handle: WorkflowHandle): Promise<unknown> }
> = {
  'run-experiment.completed': { activities: fakeActivities(9), follow: (handle) => handle.result() },
  'run-experiment.some-failed': {
    activities: fakeActivities(5, {
      evaluateItem: async ({ itemId }) => {
        if (itemId === 'item-2') throw ApplicationFailure.nonRetryable('Refused', 'provider_rejected');
        return { costCents: 1 };
      },
    }),
    follow: (handle) => handle.result(),
  },
  'run-experiment.cancelled': {
    activities: fakeActivities(4, {
      evaluateItem: async () => {
        const beat = setInterval(heartbeat, 50);
        return cancelled().finally(() => clearInterval(beat));
      },
    }),
    follow: async (handle) => {
      await eventually(async () => (await handle.describe()).raw.pendingActivities?.length === 4);
      await handle.cancel();
      await handle.result().catch(() => undefined);
    },
  },
};

const isRecording = process.env.RECORD_HISTORIES === '1';

async function record(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  const history = await runExperimentWorkflow(
    scenario.activities,
    { experimentId: `recorded-${name}` },
    async (handle) => {
      await scenario.follow(handle);
      return handle.fetchHistory();
    },
  );
  mkdirSync(folder, { recursive: true });
  // Stack traces name folders of the machine that recorded, and no workflow reads them.
  const text = historyToJSON(history).replace(/"stackTrace": ?"(?:[^"\\]|\\.)*"/g, '"stackTrace": ""');
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
}

function readHistory(file: string): { events: Record<string, unknown>[] } {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

beforeAll(async () => {
  if (!isRecording) return;
  for (const name of Object.keys(scenarios)) await record(name);
}, 60_000);

describe('the workflows of today', () => {
  it('have a recorded history of every scenario', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(scenarios)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  it.each(Object.keys(scenarios))('replay %s', async (name) => {
    const replay = Worker.runReplayHistory(
      { workflowBundle: await workflowBundle() },
      readHistory(`${name}.json`),
    );

    await expect(replay).resolves.toBeUndefined();
  });

  it('do not replay a history in which another activity ran', async () => {
    const history = readHistory('run-experiment.completed.json');
    const scheduled = history.events.find((event) => 'activityTaskScheduledEventAttributes' in event);
    const attributes = scheduled?.activityTaskScheduledEventAttributes as { activityType: { name: string } };
    attributes.activityType.name = 'somethingElse';

    const replay = Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history);

    await expect(replay).rejects.toThrow(DeterminismViolationError);
  });
});
