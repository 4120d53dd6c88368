import { randomUUID } from 'node:crypto';
import { WorkspaceModel } from '../../../../src/access/workspaces/workspace.model';
import { insertWorkspace } from '../../../../src/access/workspaces/workspace.repository';
import { createPromptErasure } from '../../../../src/optimization/runs/prompt-retention';
import { findCandidate, insertRun, saveCandidate } from '../../../../src/optimization/runs/run.repository';
import { findRunUnscoped } from '../../../../src/optimization/runs/run.unscoped.repository';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { makeRun } from '../../../support/builders';
import { useDatabase } from '../../../support/database';

useDatabase();

const DAY_MS = 86_400_000;

async function makeWorkspace(retentionDays: number | null): Promise<string> {
  const id = randomUUID();
  const onlineEvaluation = { isEnabled: false, sampleRate: 1 };
  const workspace = {
    id,
    name: 'x',
    retentionDays,
    retentionChange: null,
    onlineEvaluation,
    createdAt: new Date(),
  };
  await inTransaction((session) => insertWorkspace(workspace, randomUUID(), session));
  return id;
}

async function storeRun(
  workspaceId: string,
  status: 'completed' | 'ready',
  ageDays: number,
): Promise<string> {
  const run = makeRun(workspaceId, { status });
  const createdAt = new Date(Date.now() - ageDays * DAY_MS);
  await insertRun({ ...run, systemPrompt: 'The prompt of the run.', createdAt });
  await saveCandidate({
    id: run.id,
    runId: run.id,
    key: 'a',
    systemPrompt: 'The prompt of a candidate.',
    model: 'm',
    note: 'A note.',
    warnings: [],
    createdAt,
    adoptBy: null,
    assessment: null,
    measuredAt: null,
  });
  return run.id;
}

const promptsOf = async (id: string) => [
  (await findRunUnscoped(id))?.systemPrompt,
  (await findCandidate(id, id))?.systemPrompt,
  (await findCandidate(id, id))?.note,
];
const pass = () => createPromptErasure()(new AbortController().signal);

it('erases the prompts of runs that are older than the retention of their workspace', async () => {
  const workspaceId = await makeWorkspace(7);
  const kept = ['The prompt of the run.', 'The prompt of a candidate.', 'A note.'];
  const old = await storeRun(workspaceId, 'completed', 8);
  const young = await storeRun(workspaceId, 'completed', 6);
  const open = await storeRun(workspaceId, 'ready', 8);
  const unlimited = await storeRun(await makeWorkspace(null), 'completed', 8);

  expect(await pass()).toEqual({ isComplete: true });

  expect(await promptsOf(old)).toEqual([null, null, null]);
  expect(await findCandidate(old, old)).toMatchObject({ key: 'a', model: 'm' });
  expect(await Promise.all([young, open, unlimited].map(promptsOf))).toEqual([kept, kept, kept]);
});

it('applies a changed retention', async () => {
  const workspaceId = await makeWorkspace(null);
  const id = await storeRun(workspaceId, 'completed', 3);
  await pass();
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $set: { retentionDays: 2 } });

  await pass();

  expect(await promptsOf(id)).toEqual([null, null, null]);
});
