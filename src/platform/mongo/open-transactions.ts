import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';

const POLL_MS = 100;

interface OpenOperation {
  lsid?: { id?: { toString(encoding?: string): string } };
  transaction?: { parameters?: { txnNumber?: unknown; autocommit?: boolean } };
}

/**
 * Waits until every transaction has ended that is open now. Later transactions see what the caller has written
 * before, so afterwards no writer is left that decided by what was stored before that. A server ends a transaction
 * after a minute at the latest (`transactionLifetimeLimitSeconds`), and a new primary begins without any.
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

/** Names the transactions that this process or another one of the same database user has open, idle ones included. */
async function listOpenTransactions(): Promise<Set<string>> {
  const admin = mongoose.connection.getClient().db('admin');
  const operations = await admin
    // Without `allUsers` this needs no privilege: https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
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
