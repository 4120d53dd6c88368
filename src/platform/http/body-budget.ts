import { abortAfter, createLinkedController, onAbort } from '../../../packages/concurrency';
import { AppError } from '../errors/app-error';

const MAX_WAIT_MS = 10_000;

/** The share of the budget that one request holds. */
export interface BodyReservation {
  /**
   * Changes the reserved bytes to what the body needs. Never waits and never fails; does nothing after
   * `release`.
   */
  resize(bytes: number): void;
  /** Releases all reserved bytes; repeated calls do nothing. */
  release(): void;
}

export interface BodyBudgetOptions {
  /** For all requests of the process. */
  maxBytes: number;
  /** For all requests of one holder. Default: a quarter, so that no three holders can block the others. */
  maxHolderBytes?: number;
  /** How long a request may wait. Default: 10 s. */
  maxWaitMs?: number | undefined;
  /** What is bounded, used in the error message. Default: request bodies. */
  name?: string;
}

interface Waiter {
  holder: string;
  bytes: number;
  since: number;
  admit(): void;
}

/**
 * Bounds the memory of bodies in this process. All that a body needs is reserved together. Until then the body
 * is not read, so TCP flow control stops its sender. Reserving in pieces could deadlock: many half-read
 * bodies would wait for each other.
 */
export class BodyBudget {
  private readonly maxBytes: number;
  private readonly maxHolderBytes: number;
  private readonly maxWaitMs: number;
  private readonly name: string;
  private reservedBytes = 0;
  private readonly holderBytes = new Map<string, number>();
  private waiting: Waiter[] = [];

  constructor({
    maxBytes,
    maxHolderBytes = maxBytes / 4,
    maxWaitMs = MAX_WAIT_MS,
    name = 'request bodies',
  }: BodyBudgetOptions) {
    this.maxBytes = maxBytes;
    this.maxHolderBytes = maxHolderBytes;
    this.maxWaitMs = maxWaitMs;
    this.name = name;
  }

  /**
   * Reserves `bytes` for a holder, such as a workspace or an address. A reservation larger than a whole limit
   * is admitted when no other reservation counts against that limit.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  async reserve(holder: string, bytes: number, signal: AbortSignal): Promise<BodyReservation> {
    signal.throwIfAborted();
    const reservation = this.tryReserve(holder, bytes);
    if (reservation !== null) return reservation;
    await this.waitForRoom(holder, bytes, signal);
    return this.reservationOf(holder, bytes);
  }

  /** Like `reserve`, but returns null where the request would have to wait. */
  tryReserve(holder: string, bytes: number): BodyReservation | null {
    if (this.waiting.length > 0 || !this.hasRoom(holder, bytes)) return null;
    this.hold(holder, bytes);
    return this.reservationOf(holder, bytes);
  }

  /** Reserves without waiting, even beyond the limits. */
  reserveUnbounded(holder: string, bytes: number): BodyReservation {
    this.hold(holder, bytes);
    return this.reservationOf(holder, bytes);
  }

  private reservationOf(holder: string, bytes: number): BodyReservation {
    let heldBytes = bytes;
    let isReleased = false;
    const resize = (next: number) => {
      // The client may disconnect while its body is parsed or its response is built.
      if (isReleased) return;
      this.hold(holder, next - heldBytes);
      heldBytes = next;
      this.admitWaiting();
    };
    const release = () => {
      resize(0);
      isReleased = true;
    };
    return { resize, release };
  }

  private waitForRoom(holder: string, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = createLinkedController(signal);
      abortAfter(timeout, this.maxWaitMs, serverBusy(this.name));
      const remove = () => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
      };
      const leave = onAbort(timeout.signal, () => {
        remove();
        reject(timeout.signal.reason);
        this.admitWaiting();
      });
      const waiter: Waiter = {
        holder,
        bytes,
        since: performance.now(),
        admit: () => {
          leave();
          timeout.abort();
          remove();
          this.hold(holder, bytes);
          resolve();
        },
      };
      this.waiting.push(waiter);
      this.admitWaiting();
    });
  }

  /**
   * Admits in order of arrival, but requests that fit may overtake one that does not. Once that one has
   * waited half of its time, none overtakes it, so that small requests cannot starve a large one. A request
   * that waits for its own holder may always be overtaken.
   */
  private admitWaiting(): void {
    const agedSince = performance.now() - this.maxWaitMs / 2;
    for (const { holder, bytes, since, admit } of this.waiting) {
      if (this.hasRoom(holder, bytes)) admit();
      else if (since < agedSince && this.hasHolderRoom(holder, bytes)) return;
    }
  }

  private hasRoom(holder: string, bytes: number): boolean {
    return fits(this.reservedBytes, bytes, this.maxBytes) && this.hasHolderRoom(holder, bytes);
  }

  private hasHolderRoom(holder: string, bytes: number): boolean {
    return fits(this.holderBytes.get(holder) ?? 0, bytes, this.maxHolderBytes);
  }

  private hold(holder: string, bytes: number): void {
    this.reservedBytes += bytes;
    const ofHolder = (this.holderBytes.get(holder) ?? 0) + bytes;
    if (ofHolder === 0) this.holderBytes.delete(holder);
    else this.holderBytes.set(holder, ofHolder);
  }
}

function fits(heldBytes: number, bytes: number, max: number): boolean {
  return heldBytes === 0 || heldBytes + bytes <= max;
}

function serverBusy(name: string): AppError {
  return new AppError('server_busy', `Too many ${name} are being processed; retry later`, {
    retryAfterMs: 2000,
  });
}
