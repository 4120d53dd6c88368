import { setTimeout as sleep } from 'node:timers/promises';
import { driverClient } from './driver';

const POLL_MS = 100;

interface OpenOperation {
  lsid?: { id?: { toString(encoding?: string): string } };
  transaction?: { parameters?: { txnNumber?: unknown; autocommit?: boolean } };
}

/**
 * Waits until every transaction that is open now has ended. Later transactions see what the caller wrote
 * before, so afterwards no writer is left that decided on older data. The server ends a transaction after at
 * most a minute (`transactionLifetimeLimitSeconds`), and a new primary starts with none.
 * @throws the reason of the aborted signal
 */
export async function awaitOpenTransactions(signal: AbortSignal): Promise<void> {
  let open = await listOpenTransactions();
  while (open.size > 0) {
    await sleep(POLL_MS, undefined, { signal });
    const stillOpen = await listOpenTransactions();
    open = new Set([...open].filter((transaction) => stillOpen.has(transaction)));
  }
}

/** Ids of the transactions that processes with the same database user have open, idle ones included. */
async function listOpenTransactions(): Promise<Set<string>> {
  const operations = await driverClient()
    .db('admin')
    // Without `allUsers` this needs no privilege:
    // https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
    .aggregate<OpenOperation>([
      { $currentOp: { idleSessions: true } },
      { $match: { 'transaction.parameters.autocommit': false } },
      { $project: { lsid: 1, transaction: 1 } },
    ])
    .toArray();
  return new Set(
    operations.map(
      ({ lsid, transaction }) => `${lsid?.id?.toString('hex')}/${String(transaction?.parameters?.txnNumber)}`,
    ),
  );
}
