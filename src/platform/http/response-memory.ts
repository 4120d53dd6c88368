import type { Request, Response } from 'express';
import { BodyBudget, type BodyBudgetOptions, type BodyReservation } from './body-budget';
import { onResponseClose } from './on-response-close';
import { MAX_PAGE_BYTES } from './page';

const MAX_BYTES = 128 * 1024 * 1024;
/** The socket has shorter responses in its own buffers. */
const FREE_BYTES = 64 * 1024;

/** What one response holds of the memory of the process, until its client has read it or has left. */
export interface ResponseReservation {
  /**
   * Called with the bytes of the response once they are known.
   * @throws AppError server_busy after the maximum wait, when a GET has no room; the reason of an aborted signal
   */
  hold(bytes: number): Promise<void>;
}

export interface ResponseHolder {
  /** Such as a workspace, a user or an address. */
  name: string;
  signal: AbortSignal;
}

/** The memory that response bodies take in this process while they are made and while their clients read them. */
export class ResponseMemory {
  private readonly budget: BodyBudget;

  constructor(options: Partial<BodyBudgetOptions> = {}) {
    this.budget = new BodyBudget({ maxBytes: MAX_BYTES, name: 'responses', ...options });
  }

  /**
   * Reserves a page where the response may be that long, before it is read from the database: what is read without
   * room for it could only be thrown away.
   * @throws AppError server_busy after the maximum wait; the reason of an aborted signal
   */
  async reserve(
    request: Request,
    response: Response,
    { name, signal }: ResponseHolder,
    isLong: boolean,
  ): Promise<ResponseReservation> {
    const release = (reservation: BodyReservation) => onResponseClose(response, reservation.release);
    if (isLong) {
      const reservation = await this.budget.reserve(name, MAX_PAGE_BYTES, signal);
      release(reservation);
      return { hold: async (bytes) => reservation.resize(bytes) };
    }
    return {
      hold: async (bytes) => {
        if (bytes <= FREE_BYTES) return;
        // What a request has changed is reported in any case.
        if (request.method === 'GET') release(await this.budget.reserve(name, bytes, signal));
        else release(this.budget.reserveUnbounded(name, bytes));
      },
    };
  }
}
