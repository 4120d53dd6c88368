import { createHash, createHmac, randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { IdempotencyGuard } from '../http/route-handler';
import { isDuplicateKey } from '../mongo/connection';
import { seal } from '../security/derived-keys';
import type { KeyRing } from '../security/key-ring';
import { IdempotencyModel, type IdempotencyRecord } from './idempotency.model';

// Longer than a process is likely to stall, for the next request with the key takes over then; short, because a key
// whose process died stays locked for so long.
const LOCK_MS = 30_000;
const RENEW_EVERY_MS = 5_000;

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Idempotency keys after draft-ietf-httpapi-idempotency-key-header. Answers are kept sealed, because the
 * answer to a created API key holds the key. Only successful answers are kept: a failed request changed
 * nothing and may be tried again with the same key.
 */
export function createIdempotencyGuard(keys: KeyRing): IdempotencyGuard {
  return {
    async run({ scope, key, fingerprint }, work) {
      const id = hash(`${scope}\n${key}`);
      // Keyed, because the body may hold a password, and a plain hash of a password can be guessed.
      const marks = keys.all.map((key) => createHmac('sha256', key).update(fingerprint).digest('base64url'));
      const owner = randomUUID();
      const record = await reserve(id, marks, owner);
      if (record.answer !== null) return { ...openAnswer(keys, record.answer), isReplay: true };
      const lock = { _id: id, owner, answer: null };
      const renewal = setInterval(() => void renew(lock), RENEW_EVERY_MS);
      try {
        const answer = await work(record.resourceId);
        const sealed = seal(keys.current, JSON.stringify(answer));
        const { matchedCount } = await IdempotencyModel.updateOne(lock, { $set: { answer: sealed } });
        if (matchedCount > 0) return { ...answer, isReplay: false };
      } catch (error) {
        await IdempotencyModel.updateOne(lock, { $set: { lockedUntil: new Date(0) } });
        throw error;
      } finally {
        clearInterval(renewal);
      }
      // Stalled for longer than the lock: the request that took over responds for both.
      const { answer } = await reserve(id, marks, null);
      if (answer === null) throw inProgress();
      return { ...openAnswer(keys, answer), isReplay: true };
    },
  };
}

/** @throws AppError idempotency_key_reused when the secret that sealed the answer was removed. */
function openAnswer(keys: KeyRing, sealed: string): Answer {
  try {
    return JSON.parse(keys.unseal(sealed)) as Answer;
  } catch (error) {
    throw new AppError('idempotency_key_reused', 'The first answer can no longer be read; use a new key', {
      loc: ['header', 'idempotency-key'],
      cause: error,
    });
  }
}

async function renew(lock: Pick<IdempotencyRecord, '_id' | 'owner' | 'answer'>): Promise<void> {
  // A renewal that fails is made up for by the next one, or the lock runs out, which is what it is for.
  await IdempotencyModel.updateOne(lock, [{ $set: { lockedUntil } }], { updatePipeline: true }).catch(
    () => undefined,
  );
}

// Clocks of several api processes differ, so a lock begins and ends by the database's.
const lockedUntil = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond' as const, amount: LOCK_MS } };

/**
 * Takes the key for `owner`, or finds the answer of an earlier request; without an owner it only looks. `fingerprints`
 * are of the same request, the one to store first.
 * @throws AppError idempotency_in_progress, idempotency_key_reused
 */
async function reserve(
  id: string,
  fingerprints: readonly string[],
  owner: string | null,
): Promise<IdempotencyRecord> {
  const record =
    owner === null
      ? await IdempotencyModel.findById(id).lean<IdempotencyRecord>()
      : await take(id, fingerprints, owner);
  if (record === null) throw inProgress();
  if (!fingerprints.includes(record.fingerprint)) {
    throw new AppError('idempotency_key_reused', 'The key was used with another request', {
      loc: ['header', 'idempotency-key'],
    });
  }
  if (record.answer === null && record.owner !== owner) throw inProgress();
  return record;
}

/** In one atomic step creates the record, takes over one whose lock has run out, or reads it as it is. */
async function take(
  id: string,
  fingerprints: readonly string[],
  owner: string,
): Promise<IdempotencyRecord | null> {
  const isNew = { $eq: [{ $type: '$fingerprint' }, 'missing'] };
  const isAbandoned = {
    $and: [
      { $in: ['$fingerprint', { $literal: fingerprints }] },
      { $eq: ['$answer', null] },
      { $lt: ['$lockedUntil', '$$NOW'] },
    ],
  };
  const isTaken = { $or: [isNew, isAbandoned] };
  const fields = {
    fingerprint: { $ifNull: ['$fingerprint', { $literal: fingerprints[0] }] },
    resourceId: { $ifNull: ['$resourceId', { $literal: randomUUID() }] },
    answer: { $ifNull: ['$answer', null] },
    createdAt: { $ifNull: ['$createdAt', '$$NOW'] },
    owner: { $cond: [isTaken, { $literal: owner }, { $ifNull: ['$owner', null] }] },
    lockedUntil: { $cond: [isTaken, lockedUntil, '$lockedUntil'] },
  };
  const upsert = () =>
    IdempotencyModel.findOneAndUpdate({ _id: id }, [{ $set: fields }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    }).lean<IdempotencyRecord>();
  return upsert().catch((error: unknown) => {
    // Of two upserts at once the second finds the document of the first.
    if (isDuplicateKey(error)) return upsert();
    throw error;
  });
}

function inProgress(): AppError {
  return new AppError('idempotency_in_progress', 'The first request with this key is still running', {
    loc: ['header', 'idempotency-key'],
    retryAfterMs: 1000,
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
