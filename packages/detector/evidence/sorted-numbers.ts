import { findFirst } from '../text/regions';
import type { UndoLog } from './undo-log';

/** The neighbors of a number among the distinct numbers of a growing list. */
export class SortedNumbers {
  /** Each sorted, and shorter than the one before it, so that they are few and a number is seldom moved. */
  private readonly runs: number[][] = [];
  private position = 0;

  constructor(
    private readonly values: readonly number[],
    private readonly log: UndoLog,
  ) {}

  /** The nearest number below `value`, and the nearest that is not below it. */
  around(value: number): { below: number | undefined; above: number | undefined } {
    let [below, above]: (number | undefined)[] = [];
    for (const near of this.near(value, 1)) {
      if (near < value) below = Math.max(below ?? near, near);
      else above = Math.min(above ?? near, near);
    }
    return { below, above };
  }

  /** Up to `count` numbers, the nearest first; of two at the same distance, the smaller one. */
  nearest(value: number, count: number): number[] {
    return findNearest(this.near(value, count), value, count);
  }

  /** Among others, the `count` numbers next to `value` on each side. */
  private near(value: number, count: number): number[] {
    const settledCount = this.log.settledLength(this.values);
    this.addSettled(settledCount);
    const near = this.values.slice(settledCount);
    for (const run of this.runs) {
      const at = findFirst(run.length, (index) => (run[index] as number) >= value);
      near.push(...run.slice(Math.max(0, at - count), at + count));
    }
    return near;
  }

  private addSettled(count: number): void {
    if (this.position === count) return;
    let run = this.values.slice(this.position, count).sort((a, b) => a - b);
    this.position = count;
    while ((this.runs.at(-1)?.length ?? Number.POSITIVE_INFINITY) <= run.length) {
      run = [...(this.runs.pop() as number[]), ...run].sort((a, b) => a - b);
    }
    this.runs.push(run);
  }
}

/** Up to `count` of the numbers, the nearest to `value` first; of two at the same distance, the smaller one. */
export const findNearest = (numbers: readonly number[], value: number, count: number): number[] =>
  numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value) || a - b).slice(0, count);
