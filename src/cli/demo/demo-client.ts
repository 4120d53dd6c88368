import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ApiClient } from '../../platform/api-client/api-client';

// Longer than the idempotency key of a request whose process crashed stays locked.
const RETRY_PERIOD_MS = 90_000;
const TIMEOUT_MS = 120_000;

export interface DemoClientOptions {
  /** For example `http://127.0.0.1:3000`. */
  address: string;
  signal: AbortSignal;
  /** An API key; without one, the client stores the session cookie that it receives. */
  key?: string;
}

/**
 * Sends the requests of the demo, with an idempotency key for each `post`, and parses the responses.
 * @throws like `ApiClient.send`, and ZodError for a response that does not match the schema
 */
export class DemoClient {
  private readonly api: ApiClient;
  private readonly signal: AbortSignal;

  constructor({ address, key, signal }: DemoClientOptions) {
    this.signal = signal;
    this.api = new ApiClient({
      address,
      retryPeriodMs: RETRY_PERIOD_MS,
      ...(key !== undefined && { apiKey: key }),
    });
  }

  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const { signal } = this;
    return schema.parse(await this.api.send({ method: 'GET', path, timeoutMs: TIMEOUT_MS, signal }));
  }

  async post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
    const { signal } = this;
    const idempotencyKey = randomUUID();
    return schema.parse(
      await this.api.send({ method: 'POST', path, body, idempotencyKey, timeoutMs: TIMEOUT_MS, signal }),
    );
  }
}
