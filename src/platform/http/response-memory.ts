import type { Request, Response } from 'express';
import { BodyBudget, type BodyBudgetOptions, type BodyReservation } from './body-budget';
import { onResponseClose } from './on-response-close';
import { MAX_PAGE_BYTES } from './page';

const MAX_BYTES = 128 * 1024 * 1024;
/** Shorter responses fit into the socket's own buffers. */
const FREE_BYTES = 64 * 1024;

/** The share of the process's memory that one response holds, until it is closed. */
export interface ResponseReservation {
  /**
   * Called with the bytes of the response once they are known.
   * @throws AppError server_busy after the maximum wait, when there is no room for the response of a GET; the
   * reason of an aborted signal
   */
  hold(bytes: number): Promise<void>;
}

export interface ResponseHolder {
  /** For example a workspace, a user or an address. */
  name: string;
  signal: AbortSignal;
}

/** Memory for response bodies in this process, while they are built and while their clients read them. */
export class ResponseMemory {
  private readonly budget: BodyBudget;

  constructor(options: Partial<BodyBudgetOptions> = {}) {
    this.budget = new BodyBudget({ maxBytes: MAX_BYTES, name: 'responses', ...options });
  }

  /**
   * Reserves a page for a response that may be long, before it is read from the database: data read without
   * room for it could only be discarded.
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
        // A request that has changed data must report it in any case.
        if (request.method === 'GET') release(await this.budget.reserve(name, bytes, signal));
        else release(this.budget.reserveUnbounded(name, bytes));
      },
    };
  }
}
