import { firstWhere } from './first-where';
import type { UndoLog } from './undo-log';

/** More new numbers than these are merged into the sorted ones at once. */
const MAX_INSERTED = 16;

/** The neighbors of a number among the distinct numbers of a growing list. */
export class SortedNumbers {
  private settled: number[] = [];
  private position = 0;

  constructor(
    private readonly values: readonly number[],
    private readonly log: UndoLog,
  ) {}

  /** The greatest number below `value`, and the smallest that is not. */
  around(value: number): { below: number | undefined; above: number | undefined } {
    const count = this.log.settledLength(this.values);
    this.addSettled(count);
    const at = firstWhere(this.settled.length, (index) => (this.settled[index] as number) >= value);
    let [below, above] = [this.settled[at - 1], this.settled[at]];
    for (let index = count; index < this.values.length; index += 1) {
      const open = this.values[index] as number;
      if (open < value) below = Math.max(below ?? open, open);
      else above = Math.min(above ?? open, open);
    }
    return { below, above };
  }

  /** Up to `count` numbers, the nearest first; of two at the same distance, the smaller one. */
  nearest(value: number, count: number): number[] {
    const settledCount = this.log.settledLength(this.values);
    this.addSettled(settledCount);
    const at = firstWhere(this.settled.length, (index) => (this.settled[index] as number) >= value);
    const near = this.settled.slice(Math.max(0, at - count), at + count);
    return nearestOf([...near, ...this.values.slice(settledCount)], value, count);
  }

  private addSettled(count: number): void {
    const added = this.values.slice(this.position, count);
    this.position = count;
    if (added.length > MAX_INSERTED) {
      this.settled = [...this.settled, ...added].sort((a, b) => a - b);
      return;
    }
    for (const value of added) {
      const at = firstWhere(this.settled.length, (index) => (this.settled[index] as number) >= value);
      this.settled.splice(at, 0, value);
    }
  }
}

/** Up to `count` of the numbers, the nearest to `value` first; of two at the same distance, the smaller one. */
export const nearestOf = (numbers: readonly number[], value: number, count: number): number[] =>
  numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value) || a - b).slice(0, count);
