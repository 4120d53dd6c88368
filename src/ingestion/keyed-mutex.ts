import { Mutex } from 'async-mutex';

/** Runs work of one key after the other. */
export class KeyedMutex {
  private readonly mutexes = new Map<string, Mutex>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mutex = this.mutexes.get(key) ?? new Mutex();
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) this.mutexes.delete(key);
    }
  }
}
