import { createHash } from 'node:crypto';
import { currentTimeMs } from '../clock';
import { WindowCountModel } from './window-count.model';

const FLUSH_EVERY_MS = 250;
/** Maximum number of windows in memory, so that attackers with many addresses cannot exhaust it. */
const MAX_WINDOWS = 100_000;
/** Beyond that, keys share this many windows: they are counted together with others, but always counted. */
const SHARED_WINDOWS = 1024;

export interface WindowUse {
  /** The total of all processes in the window, as far as this one knows. */
  amount: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

export type WindowCounter = ReturnType<typeof createWindowCounter>;

interface Window {
  endsAt: number;
  /** As of the last flush, of all processes. */
  stored: number;
  /** Counted in this process since then. */
  pending: number;
}

/**
 * Counts amounts by key in windows of time. Counting is synchronous: amounts are added up in memory. Every
 * 250 ms one round trip writes them and reads those of other processes. With several processes, a limit may
 * therefore be exceeded by what the others admit in that time. Amounts that cannot be written during an
 * outage are counted in this process. Keys beyond `maxWindows` share windows, so that they reach a limit
 * early instead of never.
 */
export function createWindowCounter(
  name: string,
  windowOf: (now: number) => { start: number; end: number },
  maxWindows = MAX_WINDOWS,
) {
  const windows = new Map<string, Window>();
  let isFlushDue = false;

  function currentWindow(key: string, now: number): { id: string; window: Window } {
    const { start, end } = windowOf(now);
    const windowKey = `${name}/${key}/${start}`;
    const hasOwn = windows.has(windowKey) || windows.size < maxWindows;
    const id = hasOwn ? windowKey : `${name}/shared/${shardOf(key)}/${start}`;
    const window = windows.get(id) ?? { endsAt: end, stored: 0, pending: 0 };
    return { id, window };
  }

  function flushSoon(): void {
    if (isFlushDue) return;
    isFlushDue = true;
    setTimeout(async () => {
      // An outage fails no request: pending amounts are written after it.
      await flush(windows).catch(() => undefined);
      isFlushDue = false;
      if ([...windows.values()].some(({ pending }) => pending > 0)) flushSoon();
    }, FLUSH_EVERY_MS).unref();
  }

  return {
    /** Adds an amount and returns the use including it. */
    add(key: string, amount: number): WindowUse {
      const now = currentTimeMs();
      const { id, window } = currentWindow(key, now);
      windows.set(id, window);
      window.pending += amount;
      flushSoon();
      return { amount: window.stored + window.pending, resetMs: window.endsAt - now };
    },

    /** The use as this process knows it. */
    peek(key: string): WindowUse {
      const now = currentTimeMs();
      const { window } = currentWindow(key, now);
      return { amount: window.stored + window.pending, resetMs: window.endsAt - now };
    },

    /** The use that all processes have written, plus what is pending here. */
    async read(key: string): Promise<WindowUse> {
      const now = currentTimeMs();
      const { id, window } = currentWindow(key, now);
      const count = await WindowCountModel.findById(hash(id)).lean();
      return { amount: (count?.amount ?? 0) + window.pending, resetMs: window.endsAt - now };
    },
  };
}

/** Writes the pending amounts, and reads those of other processes. */
async function flush(windows: Map<string, Window>): Promise<void> {
  const now = currentTimeMs();
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
  const changedWindows = [...windows].filter(([, { pending }]) => pending > 0);
  if (changedWindows.length === 0) return;
  const increments = changedWindows.map(([id, window]) => ({
    id,
    window,
    amount: window.pending,
    hash: hash(id),
  }));
  await WindowCountModel.bulkWrite(
    increments.map(({ hash: _id, amount, window: { endsAt } }) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { amount }, $setOnInsert: { expireAt: new Date(endsAt + 60_000) } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  for (const { window, amount } of increments) {
    window.stored += amount;
    window.pending -= amount;
  }
  const counts = await WindowCountModel.find({ _id: { $in: increments.map((one) => one.hash) } }).lean();
  const amounts = new Map(counts.map(({ _id, amount }) => [_id, amount]));
  for (const one of increments) one.window.stored = amounts.get(one.hash) ?? one.window.stored;
}

/** Windows of a fixed length, counted from the epoch. */
export function fixedWindow(lengthMs: number) {
  return (now: number) => {
    const start = Math.floor(now / lengthMs) * lengthMs;
    return { start, end: start + lengthMs };
  };
}

function shardOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % SHARED_WINDOWS;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
