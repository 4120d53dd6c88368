import { BodyBudget, type BodyReservation } from './body-budget';

const MIB = 1024 * 1024;
const PUBLIC_BYTES = 16 * MIB;
const SMALL_BYTES = 20 * MIB;
const LARGE_BYTES = 64 * MIB;
const HUGE_BYTES = 64 * MIB;
const IMPORT_BYTES = 64 * MIB;
/** Bodies up to this size are small. A larger body reserves this much first. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** Likewise for large bodies, the next size. */
export const LARGE_BODY_BYTES = 4 * MIB;

/** The holder that a body's memory counts against, and the signal that stops waiting for it. */
export interface BodyHolder {
  /** For example a workspace, a user or an address. */
  name: string;
  /** True without a credential. */
  isPublic: boolean;
  signal: AbortSignal;
}

/** The share of the process's memory that one body holds. */
export interface BodyMemoryReservation extends BodyReservation {
  /**
   * Reserves this many bytes for the body, if they are more than it holds.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  fit(bytes: number): Promise<void>;
}

export interface BodyMemoryOptions {
  /** For bodies without a credential. Default: 16 MiB. */
  publicBytes?: number;
  /** For other bodies of up to 64 KiB and the first 64 KiB of larger ones. Default: 20 MiB. */
  smallBytes?: number;
  /** For bodies of up to 4 MiB and the first 4 MiB of larger ones. Default: 64 MiB. */
  largeBytes?: number;
  /** For larger bodies. Default: 64 MiB. */
  hugeBytes?: number;
  /** For imports. Default: 64 MiB. */
  importBytes?: number;
  /** How long a body may wait. Default: 10 s. */
  maxWaitMs?: number;
}

/**
 * Memory for request bodies in this process, in separate budgets: bodies without a credential cannot block
 * those with one, nor the reverse, and large bodies cannot block smaller ones. A large body reserves its first
 * 64 KiB as a small one, and more only once those have arrived, so a client that sends nothing holds little,
 * and a compressed body only what its size needs. It cannot deadlock, because a body waits only for the budget
 * of the next size.
 */
export class BodyMemory {
  private readonly publicBodies: BodyBudget;
  private readonly small: BodyBudget;
  private readonly large: BodyBudget;
  private readonly huge: BodyBudget;
  private readonly imports: BodyBudget;

  constructor({
    publicBytes = PUBLIC_BYTES,
    smallBytes = SMALL_BYTES,
    largeBytes = LARGE_BYTES,
    hugeBytes = HUGE_BYTES,
    importBytes = IMPORT_BYTES,
    maxWaitMs,
  }: BodyMemoryOptions = {}) {
    this.publicBodies = new BodyBudget({ maxBytes: publicBytes, maxWaitMs });
    this.small = new BodyBudget({ maxBytes: smallBytes, maxWaitMs });
    this.large = new BodyBudget({ maxBytes: largeBytes, maxWaitMs });
    this.huge = new BodyBudget({ maxBytes: hugeBytes, maxWaitMs });
    this.imports = new BodyBudget({ maxBytes: importBytes, maxWaitMs });
  }

  /**
   * Reserves what a body of at most `maxBytes` needs before any of it is read.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  async reserve(holder: BodyHolder, maxBytes: number): Promise<BodyMemoryReservation> {
    const { name, signal } = holder;
    signal.throwIfAborted();
    if (holder.isPublic) {
      return { ...(await this.publicBodies.reserve(name, maxBytes, signal)), fit: async () => {} };
    }
    if (maxBytes > SMALL_BODY_BYTES) return this.reserveBeginning(holder, maxBytes);
    const spare = this.small.tryReserve(name, maxBytes) ?? this.large.tryReserve(name, maxBytes);
    return { ...(spare ?? (await this.small.reserve(name, maxBytes, signal))), fit: async () => {} };
  }

  /**
   * Reserves what an import holds, for a body of any length. Imports run for minutes and can block
   * only other imports.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  reserveImport({ name, signal }: BodyHolder, bytes: number): Promise<BodyReservation> {
    return this.imports.reserve(name, bytes, signal);
  }

  private async reserveBeginning(
    { name, signal }: BodyHolder,
    maxBytes: number,
  ): Promise<BodyMemoryReservation> {
    let size = SMALL_BODY_BYTES;
    let reservation = await this.small.reserve(name, size, signal);
    let isReleased = false;
    return {
      fit: async (bytes) => {
        while (bytes > size && size < maxBytes) {
          const budget = size < LARGE_BODY_BYTES ? this.large : this.huge;
          const next = size < LARGE_BODY_BYTES ? Math.min(LARGE_BODY_BYTES, maxBytes) : maxBytes;
          const larger = await budget.reserve(name, next, signal);
          reservation.release();
          reservation = larger;
          size = next;
          if (isReleased) reservation.release();
        }
      },
      resize: (bytes) => reservation.resize(bytes),
      release: () => {
        isReleased = true;
        reservation.release();
      },
    };
  }
}
