import { addToSegments } from './count-segments';
import type { CountedMessage } from './counted-message.repository';
import { floorTo, type Interval } from './interval';
import { getOrCreate } from './rollup';
import { type Snapshot, scanMessages, withoutExperimentReplies } from './scan-messages';
import {
  emptySegmentedRollup,
  matchesValue,
  noSegments,
  type SegmentChoice,
  type SegmentedRollup,
} from './segments';

/** The rollups of messages within one period, and the start of that period. */
export interface WindowPart extends SegmentedRollup {
  start: number;
}

/** Counts the messages that match a query, in parts by period of `size` milliseconds. */
export async function scanParts(
  snapshot: Snapshot,
  query: Record<string, unknown>,
  size: number,
  choice: SegmentChoice = noSegments,
): Promise<WindowPart[]> {
  const parts = new Parts(snapshot, size, choice);
  await scanMessages(snapshot, query, (message) => parts.add(message));
  return parts.toList();
}

/** Counts the messages of a window that are in the chosen segments, in parts by period of `size` milliseconds. */
export async function scanWindow(
  snapshot: Snapshot,
  window: Interval,
  size: number,
  choice: SegmentChoice,
): Promise<WindowPart[]> {
  const [dimension] = choice.dimensions;
  const matches =
    choice.value === null || dimension === undefined ? {} : matchesValue({ dimension, value: choice.value });
  return scanParts(snapshot, { ...withoutExperimentReplies(window), ...matches }, size, choice);
}

/** Counts those of the messages that lie in the window, in parts by period of `size` milliseconds. */
export function splitParts(
  snapshot: Snapshot,
  messages: readonly CountedMessage[],
  { start, end }: Interval,
  size: number,
  choice: SegmentChoice,
): WindowPart[] {
  const parts = new Parts(snapshot, size, choice);
  for (const message of messages) {
    const at = message.createdAt.getTime();
    if (at >= start && at < end) parts.add(message);
  }
  return parts.toList();
}

class Parts {
  private readonly rollups = new Map<number, SegmentedRollup>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly size: number,
    private readonly choice: SegmentChoice,
  ) {}

  add(message: CountedMessage): void {
    const start = this.size === Infinity ? 0 : floorTo(message.createdAt.getTime(), this.size);
    const rollup = getOrCreate(this.rollups, start, emptySegmentedRollup);
    addToSegments(rollup, message, this.choice.dimensions, this.snapshot.values);
  }

  toList(): WindowPart[] {
    return [...this.rollups].map(([start, rollup]) => ({ start, ...rollup }));
  }
}
