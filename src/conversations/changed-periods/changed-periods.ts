import { childLevel, type PeriodLevel, periodMs, startOf } from './changed-period';

/** Periods below an era, as their 0-based positions in it. */
export interface PeriodPositions {
  steps: number[];
  hours: number[];
  days: number[];
  blocks: number[];
}

type LowerLevel = Exclude<PeriodLevel, 'era'>;

/**
 * The changed periods of one era. A changed period also marks every period that contains it, so that one
 * lookup shows whether a rollup is current.
 */
export class ChangedPeriods {
  private readonly starts = {
    step: new Set<number>(),
    hour: new Set<number>(),
    day: new Set<number>(),
    block: new Set<number>(),
  } satisfies Record<LowerLevel, Set<number>>;

  /** `eraStart`: milliseconds since the epoch. */
  constructor(readonly eraStart: number) {}

  add(level: LowerLevel, start: number): void {
    if (this.starts[level].has(start)) return;
    this.starts[level].add(start);
    if (level === 'step') this.add('hour', startOf(start, 'hour'));
    if (level === 'hour') this.add('day', startOf(start, 'day'));
    if (level === 'day') this.add('block', startOf(start, 'block'));
  }

  addPositions({ steps, hours, days, blocks }: PeriodPositions): void {
    for (const step of steps) this.add('step', this.eraStart + step * periodMs.step);
    for (const hour of hours) this.add('hour', this.eraStart + hour * periodMs.hour);
    for (const day of days) this.add('day', this.eraStart + day * periodMs.day);
    for (const block of blocks) this.add('block', this.eraStart + block * periodMs.block);
  }

  /** Marks every period that `start` of `level` consists of. */
  addChildren(level: PeriodLevel, start: number): void {
    const child = childLevel[level];
    if (child === null) return;
    for (let at = start; at < start + periodMs[level]; at += periodMs[child]) this.add(child, at);
  }

  has(level: LowerLevel, start: number): boolean {
    return this.starts[level].has(start);
  }

  /** The starts of the changed periods of a level in [from, to). */
  list(level: LowerLevel, from: number, to: number): number[] {
    const starts: number[] = [];
    for (const start of this.starts[level]) if (start >= from && start < to) starts.push(start);
    return starts;
  }

  /** Removes a period and all periods in it. */
  remove(level: PeriodLevel, start: number): void {
    if (level !== 'era') this.starts[level].delete(start);
    const child = childLevel[level];
    if (child === null) return;
    for (let at = start; at < start + periodMs[level]; at += periodMs[child]) {
      if (this.starts[child].has(at)) this.remove(child, at);
    }
  }

  toPositions(): PeriodPositions {
    const positions = (level: LowerLevel) =>
      [...this.starts[level]].map((start) => (start - this.eraStart) / periodMs[level]);
    return {
      steps: positions('step'),
      hours: positions('hour'),
      days: positions('day'),
      blocks: positions('block'),
    };
  }
}
