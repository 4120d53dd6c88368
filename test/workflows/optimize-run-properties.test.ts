import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Duration } from '@temporalio/common';
import { createOptimizationWorkflows } from '../../src/optimization/runs/optimization-workflows';
import { optimizeRunWorkflow } from '../../workflows/contracts';
import type { DecisionPart } from '../../workflows/optimization-run/run';
import { complete, fail } from '../../workflows/optimization-run/run-changes';
import type {
  Completion,
  ReportResult,
  RunLimits,
  RunState,
} from '../../workflows/optimization-run/run-state';
import { hasEnded, type RunStatus, runTransitions } from '../../workflows/optimization-run/run-transitions';
import type { optimizeRun } from '../../workflows/optimize-run.workflow';
import { testTemporalAddress } from '../support/engine-addresses';
import { eventually } from '../support/eventually';
import { fc } from '../support/property';
import { RestartingWorker } from '../support/restarting-worker';
import { leaseOf, RunMessenger, type RunPlan, runPlan, type Sent } from '../support/run-interleavings';
import { fakeActivities } from '../support/workflow-run';

const SEED = 20_260_705;
const PLAYS = 5;
const MAX_ROUNDS = 3;
const ROUND_LIMIT_MS = 230_000;

/** A fault of a process during a plan. */
interface Fault {
  afterMs: number;
  kind: 'restart' | 'crash' | 'clock';
  /** The clock skew of the processes that send messages from then on. */
  offsetMs: number;
}

/** The updates of a run, and every copy of its state that has replaced an older one. */
interface Played {
  plan: RunPlan;
  sent: Sent[];
  trail: RunState[];
}

function faultsOf(...kinds: Fault['kind'][]): fc.Arbitrary<Fault[]> {
  const fault = fc.record({
    afterMs: fc.integer({ min: 50, max: 700 }),
    kind: fc.constantFrom(...kinds),
    offsetMs: fc.integer({ min: -8000, max: 8000 }),
  });
  return fc.array(fault, { minLength: 1, maxLength: 3 });
}

const trails = new Map<string, RunState[]>();
const worker = new RestartingWorker(
  fakeActivities(0, {
    saveOptimizationRun: async ({ runId, state }) => {
      const trail = trails.get(runId) ?? [];
      // Like MongoDB: a copy is only replaced by a later one.
      if (state.revision > (trail.at(-1)?.revision ?? 0)) trail.push(state);
      trails.set(runId, trail);
      return true;
    },
    measureRunExperiment: async ({ candidateId }) => ({
      costCents: 0,
      verdict: candidateId === null ? null : 'better',
      error: null,
    }),
  }),
);
let client: Client;

beforeAll(async () => {
  client = new Client({ connection: await Connection.connect({ address: testTemporalAddress() }) });
  await worker.start();
});

afterAll(async () => {
  await worker.stop();
  await client.connection.close();
});

const expectedEvents = [
  'copies in order',
  'restart',
  'crash',
  'clock',
  'claim accepted',
  'heartbeat accepted',
  'heartbeat lease_lost',
  'propose accepted',
  'propose lease_lost',
  'complete accepted',
  'decided on holdout',
  'decided on all_conversations',
  'fail accepted',
  'fail lease_lost',
];
const listUnseen = (seen: ReadonlySet<string>) => expectedEvents.filter((event) => !seen.has(event));

const latest = (runId: string) => trails.get(runId)?.at(-1);
const wasAccepted = ({ outcome }: Sent) => outcome === 'accepted';
const isReport = ({ name }: Sent) => name === 'complete' || name === 'fail';
const contentOf = ({ name, message }: Sent) => JSON.stringify([name, message]);
const count = (values: unknown[]) => new Set(values).size;

/** How a plan's run is decided: half of the plans each. */
function partOf({ leaseMs }: RunPlan): DecisionPart {
  return leaseMs % 2 === 0 ? 'holdout' : 'all_conversations';
}

function limitsOf(plan: RunPlan): RunLimits {
  const { leaseMs, maxAttempts } = plan;
  const split = { decidedOn: partOf(plan), searchCount: 50, holdoutCount: 20 };
  return { leaseMs, maxAttempts, maxCandidates: 4, maxCostCents: null, nonRetryableErrorCodes: [], split };
}

/**
 * Plays a plan, lets the run come to rest, and brings it to its end. What a worker takes to its grave is
 * given to another one after `taskTimeout`.
 */
async function play(plan: RunPlan, taskTimeout: Duration): Promise<Played> {
  const runId = randomUUID();
  const limits = limitsOf(plan);
  const { taskQueue } = worker;
  const handle = await client.workflow.start<typeof optimizeRun>(optimizeRunWorkflow.type, {
    taskQueue,
    workflowId: optimizeRunWorkflow.idOf(runId),
    args: [{ runId, limits, pollMs: 50, state: null }],
    workflowTaskTimeout: taskTimeout,
  });
  await eventually(async () => latest(runId)?.status === 'ready');
  const workflows = createOptimizationWorkflows(client, taskQueue);
  const messenger = new RunMessenger(workflows, runId);
  await messenger.play(plan.runners);

  // As the reconciler does: the copy may show a claim that was lost with its worker. Revisions tell the time,
  // and this clock is never wrong.
  const askedAt = performance.timeOrigin + performance.now();
  const rested = await eventually(async () => {
    await workflows.requestSave(runId).catch(() => undefined);
    await sleep(200);
    const state = latest(runId);
    if (state === undefined) return false;
    return hasEnded(state.status) || (state.status === 'ready' && state.revision > askedAt) ? state : false;
  });
  if (rested.status === 'ready') await finish(messenger, rested.attempts.length + 1, () => latest(runId));
  await handle.result();
  return { plan, sent: messenger.sent, trail: trails.get(runId) ?? [] };
}

/** Claims an idle run and completes it: no earlier event may prevent that. */
async function finish(
  messenger: RunMessenger,
  epoch: number,
  state: () => RunState | undefined,
): Promise<void> {
  const claim = { claimId: randomUUID(), runnerId: 'last' };
  // On a busy machine, a response may come too late; the same claim again returns the same lease.
  let tries = 0;
  const claimed = await eventually(async () => {
    tries += 1;
    const sent = await messenger.send('claim', claim);
    return sent.outcome !== 'unknown' && sent;
  });
  // Unless the lease has ended meanwhile: it may be shorter than a pause of the test machine.
  if (tries > 1 && claimed.outcome !== 'accepted') {
    await messenger.send('cancel', null);
    return;
  }
  expect(claimed).toMatchObject({ outcome: 'accepted', result: { epoch } });
  const { leaseId } = leaseOf(claimed);
  const proposal = { leaseId, epoch, key: 'last', fingerprint: 'last', candidateId: randomUUID() };
  const { outcome: proposed, result: candidateId } = await messenger.send('propose', proposal);
  await eventually(async () => !isBeingMeasured(state(), candidateId));
  const bestCandidateId = proposed === 'accepted' ? candidateId : null;
  const report = { kind: 'complete', agentTurns: 0, bestCandidateId, summary: '' };
  const { outcome } = await messenger.send('complete', { leaseId, epoch, report });
  if (outcome !== 'accepted') await messenger.send('cancel', null);
}

function isBeingMeasured(state: RunState | undefined, candidateId: unknown): boolean {
  const candidate = state?.candidates.find(({ id }) => id === candidateId);
  return candidate?.status === 'waiting' || candidate?.status === 'measuring';
}

/** The epoch of each granted lease. */
function epochsOf(sent: Sent[]): Map<string, number> {
  const claims = sent.filter((one) => one.name === 'claim' && wasAccepted(one));
  return new Map(claims.map(leaseOf).map(({ leaseId, epoch }) => [leaseId, epoch]));
}

/** Of an accepted report; only a completion has a decision. */
const resultOf = ({ result }: Sent) => result as ReportResult & Partial<Pick<Completion, 'decision'>>;

function expectOneFinal({ sent, trail }: Played): void {
  const finals = sent.filter((one) => isReport(one) && wasAccepted(one));
  for (const leaseId of epochsOf(sent).keys()) {
    expect(count(finals.filter(({ message }) => message.leaseId === leaseId).map(contentOf))).toBeLessThan(2);
  }
  expect(count(finals.filter((one) => hasEnded(resultOf(one).status)).map(contentOf))).toBeLessThan(2);
  for (const one of finals) {
    const { name, message } = one;
    const { agentTurns, decision } = resultOf(one);
    const attempt = trail.at(-1)?.attempts.find(({ leaseId }) => leaseId === message.leaseId);
    const { isPreempted } = message.report as { isPreempted?: boolean };
    const failed = isPreempted ? 'preempted' : 'failed';
    expect(attempt).toMatchObject({ outcome: name === 'complete' ? 'completed' : failed, agentTurns });
    if (name !== 'complete') continue;
    // On a hold-out the run is decided later, on the candidate that the report named.
    const expected = decision ?? { basis: { candidateId: trail.at(-1)?.holdout?.candidateId } };
    expect(trail.at(-1)).toMatchObject({ status: 'completed', decision: expected });
  }
}

function expectNoWriteOfOlderLease({ sent, trail }: Played): void {
  const epochs = epochsOf(sent);
  const writes = sent.filter(({ name }) => name !== 'claim' && name !== 'cancel');
  for (const write of writes.filter(wasAccepted)) {
    const { leaseId = '', epoch } = write.message;
    expect([null, epochs.get(leaseId)]).toContain(epoch);
    // After one of these the lease is lost: a later claim, or a rejection of the lease.
    const ended = sent.filter(
      (one) =>
        one.returnedAt < write.sentAt &&
        ((one.name === 'claim' && wasAccepted(one) && leaseOf(one).epoch > (epochs.get(leaseId) ?? 0)) ||
          (one.outcome === 'lease_lost' && one.message.leaseId === leaseId && one.message.epoch === epoch)),
    );
    // Only an earlier report may be repeated.
    const isRepeated = ({ returnedAt }: Sent) =>
      isReport(write) && writes.some((one) => one.sentAt < returnedAt && contentOf(one) === contentOf(write));
    expect(ended.filter((one) => !isRepeated(one))).toEqual([]);
  }
  const mayHavePassed = writes.filter(({ outcome }) => ['accepted', 'unknown'].includes(outcome));
  const turns = mayHavePassed.map(
    ({ message }) => message.agentTurns ?? (message.report as Sent['message'])?.agentTurns,
  );
  const proposed = mayHavePassed.map(({ message }) => message.candidateId);
  for (const attempt of trail.at(-1)?.attempts ?? []) expect([0, ...turns]).toContain(attempt.agentTurns);
  for (const candidate of trail.at(-1)?.candidates ?? []) expect(proposed).toContain(candidate.id);
}

function expectSameResults({ plan, sent, trail }: Played): void {
  const state = trail.at(-1) as RunState;
  const reports = sent.filter(isReport);
  for (const report of reports.filter(wasAccepted)) {
    const again = reports.filter(
      (one) => contentOf(one) === contentOf(report) && (wasAccepted(one) || one.sentAt > report.returnedAt),
    );
    for (const one of again.filter(({ outcome }) => !['closed', 'unknown'].includes(outcome))) {
      expect([one.outcome, one.result]).toEqual(['accepted', report.result]);
    }
    // As the service responds after the run has ended.
    const limits = limitsOf(plan);
    const late =
      report.name === 'fail'
        ? fail(structuredClone(state), report.message as never, limits, Date.now())
        : complete(structuredClone(state), report.message as never, limits, Date.now());
    expect(late).toEqual(report.result);
  }
}

/** Every status that can be reached from one, itself included. */
function reachable(from: RunStatus): RunStatus[] {
  const found: RunStatus[] = [from];
  for (const status of found) {
    for (const next of Object.values(runTransitions[status])) if (!found.includes(next)) found.push(next);
  }
  return found;
}

function expectNoWayBack({ trail }: Played): void {
  for (const [index, later] of trail.slice(1).entries()) {
    const earlier = trail[index] as RunState;
    expect(reachable(earlier.status)).toContain(later.status);
    const closedAttempts = earlier.attempts.filter(({ outcome }) => outcome !== null);
    expect(later.attempts.slice(0, closedAttempts.length)).toEqual(closedAttempts);
  }
}

function expectEnd({ plan, trail }: Played): void {
  const { status, attempts } = trail.at(-1) as RunState;
  expect(hasEnded(status)).toBe(true);
  expect(attempts.map(({ epoch }) => epoch)).toEqual(attempts.map((_, index) => index + 1));
  const counted = attempts.filter(({ outcome }) => outcome !== 'preempted');
  expect(counted.length).toBeLessThanOrEqual(plan.maxAttempts);
}

/** Injects the faults, one after the other. */
async function strike(faults: readonly Fault[]): Promise<void> {
  for (const { afterMs, kind, offsetMs } of faults) {
    await sleep(afterMs);
    if (kind === 'restart') await worker.restart();
    else if (kind === 'crash') await worker.crash();
    else await withWrongClock(offsetMs, () => sleep(afterMs));
  }
}

/** The wall clock of this process (all runners and the API server) jumps, and later jumps back. */
async function withWrongClock(offsetMs: number, work: () => Promise<unknown>): Promise<void> {
  const rightTime = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => rightTime() + offsetMs);
  await work();
  clock.mockRestore();
}

it(
  'preserves its invariants under late messages, expiries, clock skew and worker crashes',
  async () => {
    const seen = new Set<string>();

    // What happens depends on time, too: a plan may end before its fault.
    for (let round = 0; round < MAX_ROUNDS && listUnseen(seen).length > 0; round += 1) {
      await fc.assert(
        fc.asyncProperty(
          fc.array(runPlan, { minLength: 5, maxLength: 5 }),
          fc.oneof(faultsOf('clock'), faultsOf('restart', 'crash', 'clock')),
          async (plans, faults) => {
            const isWorkerReplaced = faults.some(({ kind }) => kind !== 'clock');
            // If the worker survives, no task may be lost on a slow machine either.
            const taskTimeout = isWorkerReplaced ? '2 seconds' : '30 seconds';
            const [played] = await Promise.all([
              Promise.all(plans.map((plan) => play(plan, taskTimeout))),
              strike(faults),
            ]);
            for (const one of played) {
              expectOneFinal(one);
              expectNoWriteOfOlderLease(one);
              expectSameResults(one);
              // The last copy of a replaced worker may be lost state; the end is not.
              if (!isWorkerReplaced) expectNoWayBack(one);
              expectEnd(one);
              for (const { name, outcome } of one.sent) seen.add(`${name} ${outcome}`);
              if (one.trail.at(-1)?.decision?.basis !== undefined) seen.add(`decided on ${partOf(one.plan)}`);
            }
            for (const { kind } of faults) seen.add(kind);
            if (!isWorkerReplaced) seen.add('copies in order');
          },
        ),
        // A play that outlives its test would disturb other files.
        {
          seed: SEED + round,
          numRuns: PLAYS,
          endOnFailure: true,
          interruptAfterTimeLimit: ROUND_LIMIT_MS,
          markInterruptAsFailure: true,
        },
      );
    }

    // Plans without effect would prove nothing.
    expect(listUnseen(seen)).toEqual([]);
  },
  (MAX_ROUNDS + 1) * ROUND_LIMIT_MS,
);
