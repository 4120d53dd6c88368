import { BodyBudget, type BodyReservation } from './body-budget';

const MIB = 1024 * 1024;
const PUBLIC_BYTES = 16 * MIB;
const SMALL_BYTES = 20 * MIB;
const LARGE_BYTES = 64 * MIB;
const IMPORT_BYTES = 64 * MIB;
/** Bodies up to this size are small, and so is the beginning of a larger one. */
export const SMALL_BODY_BYTES = 64 * 1024;

/** Whose share of the memory a body counts against, and when to stop waiting for it. */
export interface BodyHolder {
  /** Such as a workspace, a user or an address. */
  name: string;
  /** Without a credential. */
  isPublic: boolean;
  signal: AbortSignal;
}

/** What one body holds of the memory of the process. */
export interface BodyMemoryReservation extends BodyReservation {
  /**
   * Makes room for so many bytes of the body, where they are more than are held.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  fit(bytes: number): Promise<void>;
}

export interface BodyMemoryOptions {
  /** For bodies without a credential. Default: 16 MiB. */
  publicBytes?: number;
  /** For other bodies of up to 64 KiB and the beginnings of larger ones. Default: 20 MiB. */
  smallBytes?: number;
  /** For what is larger. Default: 64 MiB. */
  largeBytes?: number;
  /** For imports. Default: 64 MiB. */
  importBytes?: number;
  /** How long a body may wait. Default: 10 s. */
  maxWaitMs?: number;
}

/**
 * The memory that request bodies take in this process, as separate budgets: bodies without a credential keep out none with
 * one, nor the other way round, and large ones keep out no small ones. A large body reserves its beginning as if it
 * were small, and the rest only once that has arrived: a sender of nothing holds little. There is no deadlock, because
 * what holds large memory never waits for more.
 */
export class BodyMemory {
  private readonly publicBodies: BodyBudget;
  private readonly small: BodyBudget;
  private readonly large: BodyBudget;
  private readonly imports: BodyBudget;

  constructor({
    publicBytes = PUBLIC_BYTES,
    smallBytes = SMALL_BYTES,
    largeBytes = LARGE_BYTES,
    importBytes = IMPORT_BYTES,
    maxWaitMs,
  }: BodyMemoryOptions = {}) {
    this.publicBodies = new BodyBudget({ maxBytes: publicBytes, maxWaitMs });
    this.small = new BodyBudget({ maxBytes: smallBytes, maxWaitMs });
    this.large = new BodyBudget({ maxBytes: largeBytes, maxWaitMs });
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
   * Reserves what an import holds however long its body is: they run for minutes, and keep out other imports alone.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  reserveImport({ name, signal }: BodyHolder, bytes: number): Promise<BodyReservation> {
    return this.imports.reserve(name, bytes, signal);
  }

  private async reserveBeginning(
    { name, signal }: BodyHolder,
    maxBytes: number,
  ): Promise<BodyMemoryReservation> {
    let held = await this.small.reserve(name, SMALL_BODY_BYTES, signal);
    let isWhole = false;
    let isReleased = false;
    return {
      fit: async (bytes) => {
        if (isWhole || bytes <= SMALL_BODY_BYTES) return;
        const whole = await this.large.reserve(name, maxBytes, signal);
        held.release();
        held = whole;
        isWhole = true;
        if (isReleased) held.release();
      },
      resize: (bytes) => held.resize(bytes),
      release: () => {
        isReleased = true;
        held.release();
      },
    };
  }
}
