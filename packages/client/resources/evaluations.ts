import { pollUntil, type WaitOptions } from '../requests/polling.ts';
import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';
import type { Backfill } from '../wire/types.ts';

/** Evaluations of stored replies in the background. */
export class Evaluations {
  constructor(private readonly requester: Requester) {}

  /** Starts an evaluation; with `dry_run` it only counts the replies and estimates the cost. */
  create(body: BodyOf<'POST /v1/evaluations'>, options?: CallOptions) {
    return this.requester.request('POST /v1/evaluations', { body }, options);
  }

  list(query: QueryOf<'GET /v1/evaluations'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/evaluations', { query }, options);
  }

  get(id: string, options?: CallOptions) {
    const path = { evaluation_id: id };
    return this.requester.request('GET /v1/evaluations/{evaluation_id}', { path }, options);
  }

  cancel(id: string, options?: CallOptions) {
    const path = { evaluation_id: id };
    return this.requester.request('POST /v1/evaluations/{evaluation_id}/cancel', { path }, options);
  }

  /** Resolves when the evaluation has ended, with any status. */
  waitFor(id: string, options: WaitOptions<Backfill> = {}): Promise<Backfill> {
    const read = () => this.get(id, { signal: options.signal });
    return pollUntil(read, ({ status }) => status !== 'running', options);
  }
}
