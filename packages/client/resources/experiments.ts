import { pollUntil, type WaitOptions } from '../requests/polling.ts';
import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';
import type { Experiment } from '../wire/types.ts';

const ONE = '/v1/experiments/{experiment_id}';

export class Experiments {
  constructor(private readonly requester: Requester) {}

  create(body: BodyOf<'POST /v1/experiments'>, options?: CallOptions) {
    return this.requester.request('POST /v1/experiments', { body }, options);
  }

  list(query: QueryOf<'GET /v1/experiments'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/experiments', { query }, options);
  }

  get(id: string, query: QueryOf<`GET ${typeof ONE}`> = {}, options?: CallOptions) {
    return this.requester.request(`GET ${ONE}`, { path: { experiment_id: id }, query }, options);
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.requester.request(`DELETE ${ONE}`, { path: { experiment_id: id } }, options);
  }

  /** The items, in the order of the conversations. */
  items(id: string, query: QueryOf<`GET ${typeof ONE}/items`> = {}, options?: CallOptions) {
    return this.requester.list(`GET ${ONE}/items`, { path: { experiment_id: id }, query }, options);
  }

  /** An item with its reply and annotations. */
  getItem(id: string, itemId: string, options?: CallOptions) {
    const path = { experiment_id: id, item_id: itemId };
    return this.requester.request(`GET ${ONE}/items/{item_id}`, { path }, options);
  }

  /** Adds conversations or an evaluator to an ended experiment. */
  addItems(id: string, body: BodyOf<`POST ${typeof ONE}/items`>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/items`, { path: { experiment_id: id }, body }, options);
  }

  cancel(id: string, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/cancel`, { path: { experiment_id: id } }, options);
  }

  /** Retries the failed items. */
  retry(id: string, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/retry`, { path: { experiment_id: id } }, options);
  }

  /** Compares two experiments; the query has the page of changed replies. */
  compare(
    id: string,
    otherId: string,
    query: QueryOf<`GET ${typeof ONE}/compare/{other_id}`> = {},
    options?: CallOptions,
  ) {
    const path = { experiment_id: id, other_id: otherId };
    return this.requester.request(`GET ${ONE}/compare/{other_id}`, { path, query }, options);
  }

  /** Compares an experiment with the original replies. */
  baselineComparison(id: string, options?: CallOptions) {
    return this.requester.request(`GET ${ONE}/baseline-comparison`, { path: { experiment_id: id } }, options);
  }

  /** The number of conversations that a minimum effect needs. */
  plan(query: QueryOf<'GET /v1/experiments/plan'>, options?: CallOptions) {
    return this.requester.request('GET /v1/experiments/plan', { query }, options);
  }

  /** The calls and the cost of an experiment, without creating it. */
  estimate(body: BodyOf<'POST /v1/experiments/estimate'>, options?: CallOptions) {
    return this.requester.request('POST /v1/experiments/estimate', { body }, options);
  }

  /** Resolves when the experiment has ended, with any status. Its `conversation_ids` are left out. */
  waitFor(id: string, options: WaitOptions<Experiment> = {}): Promise<Experiment> {
    const read = () => this.get(id, { omit: 'conversation_ids' }, { signal: options.signal });
    return pollUntil(read, ({ status }) => status !== 'pending' && status !== 'running', options);
  }
}
