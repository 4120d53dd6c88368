import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { exitCodeOf } from '../child-exit';
import { owner } from '../owner';
import type { World } from './world';
import type { CallWorld } from './world-api';

const RUNNER = join(packageRoot, 'dist/src/runner.js');
const CANDIDATES = join(packageRoot, 'demo/candidates.yaml');
const WAIT_SECONDS = 30;
const RUNNER_LIMIT_MS = 180_000;

/** Creates a run that one runner fails and that a runner process then completes; returns its id. */
export async function createFinishedRun(
  world: Pick<World, 'url' | 'workspaceId'>,
  call: CallWorld,
  conversationIds: readonly string[],
): Promise<string> {
  const { id } = await call('POST', '/v1/optimization-runs', {
    name: 'shorter replies',
    model: 'embedded/extractive',
    conversation_ids: conversationIds,
    // Every prompt adds words to every conversation, so that few conversations are enough for a winner.
    objective: { metric: 'avg_input_tokens', direction: 'maximize' },
    // Depends on the prompts, not on the detector: one of them is too long.
    constraints: [{ metric: 'avg_input_tokens', max: 250 }],
  });
  await failRun(call);
  await completeRun(world);
  return id;
}

async function failRun(call: CallWorld): Promise<void> {
  const { run, lease } = await call('POST', '/v1/optimization-runs/claim', {
    runner_id: 'first-runner',
    wait_seconds: WAIT_SECONDS,
  });
  await call('POST', `/v1/optimization-runs/${run.id}/fail`, {
    lease_id: lease.lease_id,
    agent_turns: 1,
    error_code: 'model_error',
    error_message: 'The provider gave no prompt that can be read',
  });
}

/** Starts a runner process that completes the ready run. */
async function completeRun({ url, workspaceId }: Pick<World, 'url' | 'workspaceId'>): Promise<void> {
  const runner = spawn(
    process.execPath,
    [RUNNER, '--once', '--strategy', 'list', '--candidates', CANDIDATES],
    {
      env: {
        ASSAY_URL: url,
        ASSAY_API_KEY: owner.apiKey,
        ASSAY_WORKSPACE_ID: workspaceId,
        RUNNER_ID: 'second-runner',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const code = await exitCodeOf(runner, 'The runner', RUNNER_LIMIT_MS);
  if (code !== 0) throw new Error(`The runner ended with ${code}`);
}
