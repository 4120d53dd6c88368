import { stem } from '../base/tokens';
import { findNearest, SortedNumbers } from '../evidence/sorted-numbers';
import type { UndoLog } from '../evidence/undo-log';
import type { WrittenRegion } from '../text/regions';

/** Numbers that a conversation writes in one way, such as in digits, with what is known of each. */
export class WrittenNumbers {
  /** Where each is written first. */
  private readonly firsts = new Map<number, WrittenRegion>();
  private readonly values: number[] = [];
  private readonly sorted: SortedNumbers;
  readonly percents = new Set<number>();
  readonly negatives = new Set<number>();
  /** Those in a unit such as "kW". */
  readonly prefixed = new Set<number>();
  /** Digits of words such as "CO2". */
  readonly partsOfWords = new Set<number>();
  /** By stems of words next to them, the last number. */
  private readonly neighbors = new Map<string, WrittenRegion>();

  constructor(private readonly log: UndoLog) {
    this.sorted = new SortedNumbers(this.values, log);
  }

  add(value: number, region: WrittenRegion): void {
    if (this.firsts.has(value)) return;
    this.log.set(this.firsts, value, region);
    this.log.push(this.values, value);
  }

  addNeighbor(word: string, region: WrittenRegion): void {
    this.log.set(this.neighbors, stem(word), region);
  }

  find(value: number): WrittenRegion | undefined {
    return this.firsts.get(value);
  }

  /** The number as written next to the normalized word. */
  findNextTo(word: string): WrittenRegion | undefined {
    return this.neighbors.get(stem(word));
  }

  nearest(value: number, count: number): number[] {
    return this.sorted.nearest(value, count);
  }
}

/** Up to `count` different numbers, written in any of the ways, the nearest to `value` first. */
export function findNearestWritten(kinds: readonly WrittenNumbers[], value: number, count: number): number[] {
  return findNearest([...new Set(kinds.flatMap((kind) => kind.nearest(value, count)))], value, count);
}
