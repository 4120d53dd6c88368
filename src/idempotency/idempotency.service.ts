import { createHash, createHmac, randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { IdempotencyGuard } from '../http/route-handler';
import { isDuplicateKey } from '../mongo/connection';
import { seal, unseal } from '../security/derived-keys';
import { IdempotencyModel, type IdempotencyRecord } from './idempotency.model';

// Short, because a key whose process died stays locked for so long; renewed while its request runs.
const LOCK_MS = 10_000;
const RENEW_EVERY_MS = 3_000;

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Idempotency keys after draft-ietf-httpapi-idempotency-key-header. Answers are kept sealed, because the
 * answer to a created API key holds the key. Only successful answers are kept: a failed request changed
 * nothing and may be tried again with the same key.
 */
export function createIdempotencyGuard(sealingKey: Buffer): IdempotencyGuard {
  return {
    async run({ scope, key, fingerprint }, work) {
      const id = hash(`${scope}\n${key}`);
      // Keyed, because the body may hold a password, and a plain hash of a password can be guessed.
      const mark = createHmac('sha256', sealingKey).update(fingerprint).digest('base64url');
      const record = await reserve(id, mark);
      if (record.answer !== null) return { ...openAnswer(sealingKey, record.answer), isReplay: true };
      const renewal = setInterval(() => void renew(id), RENEW_EVERY_MS);
      try {
        const answer = await work(record.resourceId);
        await IdempotencyModel.updateOne(
          { _id: id },
          { $set: { answer: seal(sealingKey, JSON.stringify(answer)) } },
        );
        return { ...answer, isReplay: false };
      } catch (error) {
        await IdempotencyModel.updateOne({ _id: id, answer: null }, { $set: { lockedUntil: new Date(0) } });
        throw error;
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

/** @throws AppError idempotency_key_reused when SECRET_KEY was changed since the answer was sealed. */
function openAnswer(sealingKey: Buffer, sealed: string): Answer {
  try {
    return JSON.parse(unseal(sealingKey, sealed)) as Answer;
  } catch (error) {
    throw new AppError('idempotency_key_reused', 'The first answer can no longer be read; use a new key', {
      loc: ['header', 'idempotency-key'],
      cause: error,
    });
  }
}

async function renew(id: string): Promise<void> {
  const lockedUntil = new Date(Date.now() + LOCK_MS);
  // A renewal that fails is made up for by the next one, or the lock runs out, which is what it is for.
  await IdempotencyModel.updateOne({ _id: id, answer: null }, { $set: { lockedUntil } }).catch(
    () => undefined,
  );
}

/** Takes the key for this request, or finds the answer of an earlier one. */
async function reserve(id: string, fingerprint: string): Promise<IdempotencyRecord> {
  const now = Date.now();
  const lockedUntil = new Date(now + LOCK_MS);
  const fresh: IdempotencyRecord = {
    _id: id,
    fingerprint,
    resourceId: randomUUID(),
    lockedUntil,
    answer: null,
    createdAt: new Date(now),
  };
  try {
    await IdempotencyModel.create(fresh);
    return fresh;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const takenOver = await IdempotencyModel.findOneAndUpdate(
    { _id: id, fingerprint, answer: null, lockedUntil: { $lt: new Date(now) } },
    { $set: { lockedUntil } },
    { returnDocument: 'after' },
  ).lean<IdempotencyRecord>();
  if (takenOver !== null) return takenOver;
  const existing = await IdempotencyModel.findById(id).lean<IdempotencyRecord>();
  if (existing === null || existing.fingerprint === fingerprint) {
    if (existing?.answer != null) return existing;
    throw new AppError('idempotency_in_progress', 'The first request with this key is still running', {
      loc: ['header', 'idempotency-key'],
      retryAfterMs: 1000,
    });
  }
  throw new AppError('idempotency_key_reused', 'The key was used with another request', {
    loc: ['header', 'idempotency-key'],
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
