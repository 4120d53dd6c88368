import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateDefinition } from '@temporalio/common';
import { closed, type OptimizationWorkflows } from '../../src/optimization/runs/optimization-workflows';
import { AppError } from '../../src/platform/errors/app-error';
import {
  cancelUpdate,
  claimUpdate,
  completeUpdate,
  failUpdate,
  heartbeatUpdate,
  proposeUpdate,
} from '../../workflows/contracts';
import type { Lease } from '../../workflows/optimization-run/run-state';
import { fc } from './property';

/** One step of a runner. Without a lease it claims, for any action. */
export interface Step {
  action: 'claim' | 'heartbeat' | 'propose' | 'complete' | 'fail' | 'release' | 'repeat';
  /** Before the step; may be longer than a lease. */
  pauseMs: number;
  /**
   * Delay on the way to the server; may be longer than a lease. The runner does not wait for such a message.
   */
  delayMs: number;
  /** How many times the message is sent concurrently. */
  copies: number;
  /** Uses the first lease of the runner, not its latest. */
  isOld: boolean;
  epoch: 'own' | 'earlier' | 'untold';
}

export interface RunPlan {
  leaseMs: number;
  maxAttempts: number;
  runners: Step[][];
}

const updates = {
  claim: claimUpdate,
  heartbeat: heartbeatUpdate,
  propose: proposeUpdate,
  complete: completeUpdate,
  fail: failUpdate,
  cancel: cancelUpdate,
};

type Name = keyof typeof updates;

interface Message {
  name: Name;
  message: unknown;
}

/** A message with its result; times are counters, so that any two are ordered. */
export interface Sent {
  name: Name;
  message: {
    leaseId?: string;
    epoch?: number | null;
    agentTurns?: number;
    candidateId?: string;
    report?: unknown;
  };
  sentAt: number;
  returnedAt: number;
  /** `accepted`, the type of the error, or `unknown` without a response. */
  outcome: string;
  /** A lease for a claim; see the definitions of the updates for the others. */
  result: unknown;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(
    'claim',
    'heartbeat',
    'heartbeat',
    'heartbeat',
    'propose',
    'propose',
    'complete',
    'fail',
    'fail',
    'release',
    'repeat',
    'repeat',
  ),
  pauseMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.nat(40) },
    { weight: 1, arbitrary: fc.integer({ min: 300, max: 900 }) },
  ),
  delayMs: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 20, max: 1500 }) },
  ),
  // The server takes 10 messages for a workflow at once.
  copies: fc.constantFrom(1, 1, 2),
  isOld: fc.constantFrom(false, false, false, true),
  epoch: fc.constantFrom('own', 'own', 'own', 'own', 'untold', 'untold', 'untold', 'earlier'),
});

export const runPlan: fc.Arbitrary<RunPlan> = fc.record({
  // Some leases expire before a slow machine has responded once, others outlive most pauses and delays.
  leaseMs: fc.oneof(fc.integer({ min: 200, max: 800 }), fc.integer({ min: 2000, max: 4000 })),
  maxAttempts: fc.integer({ min: 1, max: 8 }),
  runners: fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), { minLength: 2, maxLength: 5 }),
});

/** Sends messages for one run, and records them. */
export class RunMessenger {
  readonly sent: Sent[] = [];
  private time = 0;
  private turns = 0;

  constructor(
    private readonly workflows: Pick<OptimizationWorkflows, 'executeUpdate'>,
    private readonly runId: string,
  ) {}

  /** All runners concurrently, each step by step. */
  async play(runners: readonly Step[][]): Promise<void> {
    await Promise.all(runners.map((steps, index) => this.playRunner(`runner-${index}`, steps)));
  }

  async send(name: Name, message: unknown): Promise<Sent> {
    const sent: Sent = {
      name,
      message: message as Sent['message'],
      sentAt: this.next(),
      returnedAt: Number.POSITIVE_INFINITY,
      outcome: 'unknown',
      result: null,
    };
    this.sent.push(sent);
    try {
      const update = updates[name] as UpdateDefinition<unknown, [unknown]>;
      const result = await this.workflows.executeUpdate(this.runId, update, message);
      Object.assign(sent, result === closed ? { outcome: 'closed' } : { outcome: 'accepted', result });
    } catch (error) {
      const isRefused = error instanceof AppError && !error.code.startsWith('temporal_');
      sent.outcome = isRefused ? error.code : 'unknown';
    }
    sent.returnedAt = this.next();
    return sent;
  }

  private async playRunner(runnerId: string, steps: readonly Step[]): Promise<void> {
    const leases: Lease[] = [];
    const delayed: Promise<unknown>[] = [];
    let last: Message | null = null;
    for (const one of steps) {
      await sleep(one.pauseMs);
      const next: Message =
        one.action === 'repeat' && last !== null ? last : this.compose(one, runnerId, leases);
      last = next;
      const { name, message } = next;
      const send = () => Promise.all(Array.from({ length: one.copies }, () => this.send(name, message)));
      if (one.delayMs > 0) {
        delayed.push(sleep(one.delayMs).then(send));
        continue;
      }
      const results = await send();
      if (name !== 'claim') continue;
      const claimed = results.find(({ outcome }) => outcome === 'accepted');
      const lease = claimed && leaseOf(claimed);
      if (lease !== undefined && lease.leaseId !== leases.at(-1)?.leaseId) leases.push(lease);
    }
    await Promise.all(delayed);
  }

  private compose({ action, isOld, epoch }: Step, runnerId: string, leases: readonly Lease[]): Message {
    const lease = leases.at(isOld ? 0 : -1);
    if (lease === undefined || action === 'claim' || action === 'repeat') {
      return { name: 'claim', message: { claimId: randomUUID(), runnerId } };
    }
    const told = { own: lease.epoch, earlier: lease.epoch - 1, untold: null }[epoch];
    const claimed = { leaseId: lease.leaseId, epoch: told };
    this.turns += 1;
    const agentTurns = this.turns; // no two messages have the same
    if (action === 'heartbeat') return { name: 'heartbeat', message: { ...claimed, agentTurns } };
    if (action === 'propose') {
      const candidate = { key: `${agentTurns}`, fingerprint: 'one', candidateId: randomUUID() };
      return { name: 'propose', message: { ...claimed, ...candidate } };
    }
    if (action === 'fail') {
      const report = { kind: 'fail', agentTurns, error: { code: 'x', message: 'No' } };
      return { name: 'fail', message: { ...claimed, report } };
    }
    if (action === 'release') {
      const error = { code: 'preempted', message: 'Stopped' };
      return {
        name: 'fail',
        message: { ...claimed, report: { kind: 'fail', agentTurns, error, isPreempted: true } },
      };
    }
    const bestCandidateId = this.sent.findLast((one) => isOwnCandidate(one, lease))?.result ?? null;
    const report = { kind: 'complete', agentTurns, bestCandidateId, summary: '' };
    return { name: 'complete', message: { ...claimed, report } };
  }

  private next(): number {
    this.time += 1;
    return this.time;
  }
}

/** The lease that an accepted claim returned. */
export const leaseOf = ({ result }: Sent): Lease => result as Lease;

function isOwnCandidate({ name, message, outcome }: Sent, { leaseId }: Lease): boolean {
  return name === 'propose' && outcome === 'accepted' && message.leaseId === leaseId;
}
