import { stem } from '../../../platform/text/tokens';
import { findNearest, SortedNumbers } from '../evidence/sorted-numbers';
import type { UndoLog } from '../evidence/undo-log';

/** Numbers that a conversation writes in one way, such as in digits, with what is known of each. */
export class WrittenNumbers {
  /** How each is written first. */
  private readonly texts = new Map<number, string>();
  private readonly values: number[] = [];
  private readonly sorted: SortedNumbers;
  readonly percents = new Set<number>();
  readonly negatives = new Set<number>();
  /** Those in a unit such as "kW". */
  readonly prefixed = new Set<number>();
  /** Digits of words such as "CO2". */
  readonly partsOfWords = new Set<number>();
  /** By stems of words next to them, the last number as written. */
  private readonly neighbors = new Map<string, string>();

  constructor(private readonly log: UndoLog) {
    this.sorted = new SortedNumbers(this.values, log);
  }

  add(value: number, text: string): void {
    if (this.texts.has(value)) return;
    this.log.set(this.texts, value, text);
    this.log.push(this.values, value);
  }

  addNeighbor(word: string, text: string): void {
    this.log.set(this.neighbors, stem(word), text);
  }

  textOf(value: number): string | undefined {
    return this.texts.get(value);
  }

  /** The number as written next to the normalized word. */
  findNextTo(word: string): string | undefined {
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
