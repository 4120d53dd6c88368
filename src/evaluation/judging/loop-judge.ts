import { setImmediate as nextTurn } from 'node:timers/promises';
import { acquirePermit, Permits } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import { createGroundingEvaluator } from '../evaluators/grounding-evaluator';
import type { EvaluateRepliesOptions } from '../judgment/evaluator';
import { warmUp } from './warm-up';

/** Beyond this share of the time, the event loop is busy. */
const BUSY_SHARE = 0.85;
const BUSY_WINDOW_MS = 50;

/** Judges replies on the event loop of this process, one per turn of the loop. */
export class LoopJudge {
  private readonly evaluator = createGroundingEvaluator();
  private readonly place = new Permits(1);
  private since = performance.eventLoopUtilization();
  private wasBusy = false;

  /** Other replies are judged in a later turn of the event loop. */
  async judge(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void> {
    const release = await acquirePermit(this.place, options);
    try {
      await this.evaluator.evaluateReplies(conversation, positions, options);
    } finally {
      void nextTurn().then(release);
    }
  }

  /** Whether replies wait, or the event loop was busy for most of the last 50 ms. */
  isBusy(): boolean {
    if (this.place.hasWaiting) return true;
    const { active, idle, utilization } = performance.eventLoopUtilization(this.since);
    if (active + idle < BUSY_WINDOW_MS) return this.wasBusy;
    this.since = performance.eventLoopUtilization();
    this.wasBusy = utilization > BUSY_SHARE;
    return this.wasBusy;
  }

  /** Resolves when this thread has loaded and compiled its code. */
  async ready(): Promise<void> {
    await warmUp(this.evaluator);
  }
}
