import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectMongo, disconnectMongo } from '../../src/platform/mongo/connection';
import { makeConversation } from '../support/builders';
import { isAlive, Stack } from '../support/stack';
import { testDataRoot } from '../support/test-run';
import { collectionsNaming } from '../support/workspace-traces';

const CONVERSATIONS = 500;
const TURNS = 20;
const DEADLINE_MS = 120_000;

interface Progress {
  status: 'pending' | 'running' | 'completed';
  deleted_count: number;
  total_count: number | null;
}

const dataDir = mkdtempSync(join(testDataRoot(), 'assay-deletion-'));
let stack: Stack;

beforeAll(async () => {
  stack = await Stack.start(dataDir, {});
}, 180_000);

afterAll(async () => {
  await disconnectMongo();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** A workspace with enough documents that deleting them takes many batches. */
async function makeFilledWorkspace(name: string): Promise<string> {
  const { body: workspace } = await stack.send('POST', '/v1/workspaces', { body: { name } });
  const turns = Array.from({ length: TURNS }, (_, index) => [
    { role: 'user', content: `What comes after ${index}?` },
    { role: 'assistant', content: `After ${index} comes ${index + 1}.` },
  ]);
  const lines = Array.from({ length: CONVERSATIONS }, () =>
    JSON.stringify(makeConversation({ messages: turns.flat() })),
  );
  const { status, body } = await stack.send('POST', '/v1/conversations', {
    body: lines.join('\n'),
    type: 'application/x-ndjson',
    workspaceId: workspace.id,
  });
  expect([status, body.imported]).toEqual([201, CONVERSATIONS]);
  return workspace.id;
}

/** Polls the progress until `isEnough`; returns every response. */
async function followDeletion(
  workspaceId: string,
  isEnough: (progress: Progress) => boolean,
): Promise<{ status: number; progress: Progress | null }[]> {
  const readings: { status: number; progress: Progress | null }[] = [];
  const end = Date.now() + DEADLINE_MS;
  while (Date.now() < end) {
    const { status, body } = await stack.send('GET', `/v1/workspaces/${workspaceId}/deletion`, {});
    readings.push({ status, progress: status === 200 ? body : null });
    if (status === 200 && isEnough(body)) return readings;
  }
  throw new Error(`The deletion did not get on: ${JSON.stringify(readings.at(-1))}`);
}

it('deletes everything although mongod is killed meanwhile, and shows its progress before and after', async () => {
  const workspaceId = await makeFilledWorkspace('leaving');
  const path = `/v1/workspaces/${workspaceId}`;

  const removal = await stack.send('DELETE', `${path}?confirm=leaving`, {});
  const before = await followDeletion(workspaceId, ({ deleted_count }) => deleted_count > 0);
  process.kill(stack.pids.mongod, 'SIGKILL');
  const after = await followDeletion(workspaceId, ({ status }) => status === 'completed');

  expect(removal).toMatchObject({ status: 202, body: { status: 'pending', deleted_count: 0 } });
  expect(isAlive(stack.pids.mongod)).toBe(false);
  const killedAt = before.at(-1)?.progress;
  const shown = after.flatMap(({ progress }) => progress ?? []);
  expect(killedAt?.status).toBe('running');
  expect(killedAt?.total_count).toBeGreaterThan(CONVERSATIONS * TURNS * 2);
  expect(killedAt?.deleted_count).toBeLessThan(killedAt?.total_count ?? 0);
  // The counts from before the outage are preserved, and the deletion is still running.
  expect(after.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(shown[0]?.status).toBe('running');
  expect(shown[0]?.deleted_count).toBeGreaterThanOrEqual(killedAt?.deleted_count ?? 0);
  const counts = shown.map(({ deleted_count }) => deleted_count);
  expect(counts).toEqual([...counts].sort((one, other) => one - other));
  expect(new Set(counts).size).toBeGreaterThan(2);
  expect(new Set(shown.map(({ total_count }) => total_count))).toEqual(new Set([killedAt?.total_count]));
  await connectMongo(stack.mongodbUri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
  expect(await collectionsNaming(workspaceId)).toEqual({ workspace_deletions: 1 });
  expect((await stack.send('GET', path, {})).status).toBe(404);
}, 300_000);
