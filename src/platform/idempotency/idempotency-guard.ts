import { createHash, createHmac, randomUUID } from 'node:crypto';
import { parseJson, writeJson } from '../../../packages/text';
import { AppError } from '../errors/app-error';
import type { IdempotencyGuard } from '../http/route-handler';
import { isDuplicateKey } from '../mongo/connection';
import { seal } from '../security/derived-keys';
import type { KeyRing } from '../security/key-ring';
import { IdempotencyModel, type IdempotencyRecord } from './idempotency.model';

// Longer than a process is likely to stall, because the next request with the key takes over then. Short,
// because the key of a crashed process stays locked for this time.
const LOCK_MS = 30_000;
const RENEW_EVERY_MS = 5_000;

interface StoredResponse {
  status: number;
  body: unknown;
}

/**
 * Idempotency keys after draft-ietf-httpapi-idempotency-key-header. Responses are stored sealed, because the
 * response to a created API key contains the key. Only successful responses are stored: a failed request
 * changed nothing and may be repeated with the same key.
 */
export function createIdempotencyGuard(keys: KeyRing): IdempotencyGuard {
  return {
    async run({ scope, key, fingerprint }, work) {
      const id = hash(`${scope}\n${key}`);
      // Keyed, because the body may contain a password, and a plain hash of a password can be guessed.
      const marks = keys.all.map((key) => createHmac('sha256', key).update(fingerprint).digest('base64url'));
      const owner = randomUUID();
      const record = await reserve(id, marks, owner);
      if (record.answer !== null) return { ...openResponse(keys, record, record.answer), isReplay: true };
      const lock = { _id: id, owner, answer: null };
      const renewal = setInterval(() => void renew(lock), RENEW_EVERY_MS);
      try {
        const result = await work(record.resourceId);
        const sealed = seal(keys.current, writeJson(result));
        const { matchedCount } = await IdempotencyModel.updateOne(lock, { $set: { answer: sealed } });
        if (matchedCount > 0) return { ...result, isReplay: false };
      } catch (error) {
        await IdempotencyModel.updateOne(lock, { $set: { lockedUntil: new Date(0) } });
        throw error;
      } finally {
        clearInterval(renewal);
      }
      // This request stalled for longer than the lock; the response is that of the request that took over.
      const stored = await reserve(id, marks, null);
      if (stored.answer === null) throw inProgress();
      return { ...openResponse(keys, stored, stored.answer), isReplay: true };
    },
  };
}

/** @throws AppError idempotency_key_reused when the secret that sealed the response was removed */
function openResponse(keys: KeyRing, record: IdempotencyRecord, sealed: string): StoredResponse {
  try {
    return parseJson(keys.unseal(sealed)) as StoredResponse;
  } catch (error) {
    throw keyReused('its first response can no longer be read', record, error);
  }
}

async function renew(lock: Pick<IdempotencyRecord, '_id' | 'owner' | 'answer'>): Promise<void> {
  // A failed renewal is made up for by the next one; otherwise the lock expires, as it should.
  await IdempotencyModel.updateOne(lock, [{ $set: { lockedUntil } }], { updatePipeline: true }).catch(
    () => undefined,
  );
}

// The clocks of api processes differ, so locks use the database's clock.
const lockedUntil = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond' as const, amount: LOCK_MS } };

/**
 * Acquires the key for `owner`, or returns the response of an earlier request; without an owner it only
 * reads. All `fingerprints` are of the same request; the first is the one to store.
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
    // A client that looks for what the key created must not take a running request for a failed one.
    if (record.answer === null && record.lockedUntil > new Date()) throw inProgress();
    throw keyReused('it was used with a different request', record);
  }
  if (record.answer === null && record.owner !== owner) throw inProgress();
  return record;
}

/** Atomically creates the record, takes over one whose lock has expired, or reads it unchanged. */
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
    owner: { $cond: [isTaken, { $literal: owner }, '$owner'] },
    lockedUntil: { $cond: [isTaken, lockedUntil, '$lockedUntil'] },
  };
  const upsert = () =>
    IdempotencyModel.findOneAndUpdate({ _id: id }, [{ $set: fields }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    }).lean<IdempotencyRecord>();
  return upsert().catch((error: unknown) => {
    // Of two concurrent upserts, the second finds the document of the first.
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

/** Names what the first request created; null if it failed. */
function keyReused(
  reason: string,
  { answer, resourceId }: Pick<IdempotencyRecord, 'answer' | 'resourceId'>,
  cause?: unknown,
): AppError {
  return new AppError('idempotency_key_reused', `The key cannot be used again: ${reason}. Use a new key`, {
    loc: ['header', 'idempotency-key'],
    ctx: { resource_id: answer === null ? null : resourceId },
    cause,
  });
}
