import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { Logger } from '../logging';
import { driverClient } from './driver';

const POLL_MS = 100;
/** Longer than a busy process pauses between two operations of a transaction. */
const ABANDONED_AFTER_MS = 5000;

interface OpenOperation {
  /** The name that the process has given itself. */
  appName?: string;
  lsid?: { id?: mongo.Binary };
  transaction?: {
    parameters?: { txnNumber?: unknown; autocommit?: boolean };
    timeActiveMicros?: unknown;
  };
}

/**
 * Waits until every transaction that is open now has ended. Later transactions see what the caller wrote
 * before, so afterwards no writer is left that decided on older data. The server ends a transaction after at
 * most a minute (`transactionLifetimeLimitSeconds`), and a new primary starts with none.
 * @throws the reason of the aborted signal
 */
export async function awaitOpenTransactions(signal: AbortSignal): Promise<void> {
  let open = new Set((await listOpenTransactions()).keys());
  while (open.size > 0) {
    await sleep(POLL_MS, undefined, { signal });
    const stillOpen = await listOpenTransactions();
    open = new Set([...open].filter((transaction) => stillOpen.has(transaction)));
  }
}

/**
 * Aborts the transactions that a killed process has left open: until the server ends them, which takes a minute, no other
 * can write the same documents. One counts as left if it does nothing for `idleMs` from now. If its process is only
 * slow, `inTransaction` repeats it there.
 */
export async function abortAbandonedTransactions(idleMs: number): Promise<void> {
  const before = await listOpenTransactions();
  if (before.size === 0) return;
  await sleep(idleMs);
  const after = await listOpenTransactions();
  const sessions = [...before].flatMap(([id, { appName, lsid, transaction }]) => {
    const activeMicros = after.get(id)?.transaction?.timeActiveMicros;
    const isIdle = after.has(id) && String(activeMicros) === String(transaction?.timeActiveMicros);
    // Other applications may share the database user, and not repeat theirs.
    const isOwn = appName?.startsWith('assay-');
    return isOwn && isIdle && lsid?.id !== undefined ? [{ id: lsid.id }] : [];
  });
  if (sessions.length > 0) await driverClient().db('admin').command({ killSessions: sessions });
}

/** The same in the background of a process that may replace a killed one. */
export function abortAbandonedInBackground(logger: Logger): void {
  abortAbandonedTransactions(ABANDONED_AFTER_MS).catch((error: unknown) =>
    logger.warn({ err: error }, 'abandoned transactions were not aborted'),
  );
}

/** The transactions by id that processes with the same database user have open, idle ones included. */
async function listOpenTransactions(): Promise<Map<string, OpenOperation>> {
  const operations = await driverClient()
    .db('admin')
    // Without `allUsers` this needs no privilege:
    // https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
    .aggregate<OpenOperation>([
      { $currentOp: { idleSessions: true } },
      { $match: { 'transaction.parameters.autocommit': false } },
      { $project: { lsid: 1, transaction: 1, appName: 1 } },
    ])
    .toArray();
  return new Map(
    operations.map((operation) => {
      const { lsid, transaction } = operation;
      return [`${lsid?.id?.toString('hex')}/${String(transaction?.parameters?.txnNumber)}`, operation];
    }),
  );
}
