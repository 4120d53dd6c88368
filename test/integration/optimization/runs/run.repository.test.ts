import { randomUUID } from 'node:crypto';
import type { OptimizationRun } from '../../../../src/optimization/runs/optimization-run';
import { OptimizationRunModel } from '../../../../src/optimization/runs/run.model';
import {
  deleteUntouchedRun,
  findCandidate,
  findRun,
  findRunOfClaim,
  insertRun,
  listOpenRuns,
  listReadyRunIds,
  saveAssessment,
  saveCandidate,
  saveRunState,
} from '../../../../src/optimization/runs/run.repository';
import { listWorkspacesWithOpenRunsUnscoped } from '../../../../src/optimization/runs/run.unscoped.repository';
import { initialState, type RunState } from '../../../../workflows/optimization-run/run-state';
import { makeRun } from '../../../support/builders';
import { useDatabase } from '../../../support/database';

useDatabase();

async function insert(workspaceId: string, state: Partial<RunState> = {}): Promise<OptimizationRun> {
  const run = makeRun(workspaceId, state);
  await insertRun(run);
  return run;
}

it('stores a run once, and returns it unchanged', async () => {
  const run = makeRun(randomUUID());

  expect([await insertRun(run), await insertRun({ ...run, name: 'Other' })]).toEqual([true, false]);
  expect(await findRun(run.workspaceId, run.id)).toEqual(run);
  expect(await findRun(randomUUID(), run.id)).toBeNull();
});

it('never replaces a copy of the state by an older one', async () => {
  const { id, workspaceId, state } = await insert(randomUUID());

  await saveRunState(id, { ...state, revision: 2, status: 'ready' });
  const isThere = await saveRunState(id, { ...state, revision: 1, status: 'preparing' });

  expect(isThere).toBe(true);
  expect((await findRun(workspaceId, id))?.state).toMatchObject({ revision: 2, status: 'ready' });
});

it('reports a deleted run', async () => {
  expect(await saveRunState(randomUUID(), { ...initialState(), revision: 1 })).toBe(false);
});

it('deletes a run only before its workflow has stored a state', async () => {
  const untouched = await insert(randomUUID());
  const taken = await insert(randomUUID(), { revision: 1 });

  expect([await deleteUntouchedRun(untouched.id), await deleteUntouchedRun(taken.id)]).toEqual([true, false]);
});

it('lists ready runs of a workspace, oldest first', async () => {
  const workspaceId = randomUUID();
  const ready = (readyAt: string) => insert(workspaceId, { status: 'ready', readyAt });
  const second = await ready('2026-01-15T09:30:00.001Z');
  const first = await ready('2026-01-15T09:30:00.000Z');
  await insert(workspaceId, { status: 'running', readyAt: '2026-01-15T09:29:00.000Z' });
  await insert(randomUUID(), { status: 'ready', readyAt: '2026-01-15T09:29:00.000Z' });

  expect(await listReadyRunIds(workspaceId, 10)).toEqual([first.id, second.id]);
  expect(await listReadyRunIds(workspaceId, 1)).toEqual([first.id]);
  // The first has none, and is offered to all.
  await OptimizationRunModel.updateOne({ _id: second.id }, { strategy: 'llm' });
  expect(await listReadyRunIds(workspaceId, 10, ['llm'])).toEqual([first.id, second.id]);
  expect(await listReadyRunIds(workspaceId, 10, ['list'])).toEqual([first.id]);
  expect(await listReadyRunIds(workspaceId, 10, [])).toEqual([first.id]);
});

it('finds the run of a claim, only in its workspace', async () => {
  const workspaceId = randomUUID();
  const lease = { leaseId: 'l', claimId: randomUUID(), epoch: 1, runnerId: 'r', expiresAt: 'x' };
  const { id } = await insert(workspaceId, { status: 'running', lease });

  expect(await findRunOfClaim(workspaceId, lease.claimId)).toBe(id);
  expect(await findRunOfClaim(randomUUID(), lease.claimId)).toBeNull();
});

it('lists the open runs of a workspace that are old enough, page by page', async () => {
  const workspaceId = randomUUID();
  const open = [await insert(workspaceId, { status: 'ready' }), await insert(workspaceId)];
  await insert(workspaceId, { status: 'failed' });
  const createdBefore = new Date(Date.now() + 1000);

  const [first] = await listOpenRuns(workspaceId, { createdBefore, position: null, limit: 1 });
  const position = { at: first?.createdAt ?? new Date(), id: first?.id ?? '' };
  const rest = await listOpenRuns(workspaceId, { createdBefore, position, limit: 5 });
  const early = await listOpenRuns(workspaceId, {
    createdBefore: new Date(Date.now() - 60_000),
    position: null,
    limit: 5,
  });

  expect([first, ...rest].map((run) => run?.id).sort()).toEqual(open.map(({ id }) => id).sort());
  expect(early).toEqual([]);
  expect(await listWorkspacesWithOpenRunsUnscoped()).toContain(workspaceId);
});

it('preserves the first texts and the first assessment of a candidate', async () => {
  const id = randomUUID();
  const candidate = {
    id,
    runId: randomUUID(),
    key: 'a',
    adoptBy: null,
    systemPrompt: 'One.',
    model: null,
    note: null,
    warnings: [],
    createdAt: new Date(),
    assessment: null,
    measuredAt: null,
  };
  const assessment = {
    verdict: 'better',
    baseline: 1,
    candidate: 0,
    pairs: 6,
    coverage: 1,
    pValue: 0.03,
    intervalLow: -1,
    intervalHigh: -1,
    test: 'mcnemar_exact',
    difference: -1,
    spread: { discordance: 1 },
    conversations: 6,
    constraints: [],
  } as const;

  await saveCandidate(candidate);
  await saveCandidate({ ...candidate, systemPrompt: 'Two.' });
  await saveAssessment(id, { ...assessment, constraints: [] }, new Date());
  await saveAssessment(id, { ...assessment, verdict: 'not_better', constraints: [] }, new Date());

  expect(await findCandidate(candidate.runId, id)).toMatchObject({
    systemPrompt: 'One.',
    assessment: { verdict: 'better' },
  });
});
