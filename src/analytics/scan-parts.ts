import { addMessage, countMessage } from './add-message';
import type { CountedMessage } from './counted-message.repository';
import { floorTo, type Interval } from './interval';
import { emptyRollup, type Rollup } from './rollup';
import { type Snapshot, scanMessages } from './scan-messages';

/** The rollup of messages within one period, and the start of that period. */
export interface WindowPart {
  start: number;
  rollup: Rollup;
}

/** Counts the messages that match a query, in parts by period of `size` milliseconds. */
export async function scanParts(
  snapshot: Snapshot,
  query: Record<string, unknown>,
  size: number,
): Promise<WindowPart[]> {
  const rollups = new Map<number, Rollup>();
  await scanMessages(snapshot, query, (message) => addPart(rollups, message, size));
  return toParts(rollups);
}

/** Counts those of the messages that lie in the window, in parts by period of `size` milliseconds. */
export function splitParts(
  messages: readonly CountedMessage[],
  { start, end }: Interval,
  size: number,
): WindowPart[] {
  const rollups = new Map<number, Rollup>();
  for (const message of messages) {
    const at = message.createdAt.getTime();
    if (at >= start && at < end) addPart(rollups, message, size);
  }
  return toParts(rollups);
}

function addPart(rollups: Map<number, Rollup>, message: CountedMessage, size: number): void {
  const start = size === Infinity ? 0 : floorTo(message.createdAt.getTime(), size);
  const rollup = rollups.get(start) ?? emptyRollup();
  rollups.set(start, rollup);
  addMessage(rollup, countMessage(message));
}

function toParts(rollups: ReadonlyMap<number, Rollup>): WindowPart[] {
  return [...rollups].map(([start, rollup]) => ({ start, rollup }));
}
