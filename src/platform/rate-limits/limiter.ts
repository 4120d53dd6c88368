import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { driverClient } from '../mongo/driver';
import { RateLimitModel } from './rate-limit.model';

export interface Usage {
  isExceeded: boolean;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts uses of a key in fixed windows, shared by all processes on one database. */
export interface Limiter {
  /** Counts one use, even beyond the limit. */
  count(key: string): Promise<Usage>;
  /** Reads the count without changing it; exceeded when one more use would be. */
  read(key: string): Promise<Usage>;
  /** Uncounts one use. */
  giveBack(key: string): Promise<void>;
  /** Deletes all uses of the key. */
  reset(key: string): Promise<void>;
}

/**
 * Allows `limit` uses per key in `windowSeconds`. Needs an open connection when used. `name` separates
 * limiters.
 */
export function createLimiter({
  name,
  limit,
  windowSeconds,
}: {
  name: string;
  limit: number;
  windowSeconds: number;
}): Limiter {
  const openStore = () =>
    new RateLimiterMongo({
      storeClient: driverClient(),
      dbName: RateLimitModel.db.name,
      tableName: RateLimitModel.collection.collectionName,
      disableIndexesCreation: true, // the model declares them
      keyPrefix: name,
      points: limit,
      duration: windowSeconds,
    });
  let limiter: RateLimiterMongo | null = null;
  const store = () => {
    limiter ??= openStore();
    return limiter;
  };
  return {
    async count(key) {
      const result = await store()
        .consume(key)
        .catch((error: unknown) => {
          if (error instanceof RateLimiterRes) return error;
          throw error;
        });
      return {
        isExceeded: result.consumedPoints > limit,
        resetMs: result.msBeforeNext,
      };
    },
    async read(key) {
      const usage = await store().get(key);
      return {
        isExceeded: usage !== null && usage.consumedPoints >= limit,
        resetMs: usage?.msBeforeNext ?? 0,
      };
    },
    async giveBack(key) {
      await store().reward(key, 1);
    },
    async reset(key) {
      await store().delete(key);
    },
  };
}
