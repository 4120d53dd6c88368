import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';

export class Findings {
  constructor(private readonly requester: Requester) {}

  list(query: QueryOf<'GET /v1/findings'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/findings', { query }, options);
  }

  get(id: string, options?: CallOptions) {
    return this.requester.request('GET /v1/findings/{finding_id}', { path: { finding_id: id } }, options);
  }

  /** Reports a span that the evaluator missed. */
  add(body: BodyOf<'POST /v1/findings'>, options?: CallOptions) {
    return this.requester.request('POST /v1/findings', { body }, options);
  }

  /** Records a reviewer's verdict on a finding. */
  review(id: string, body: BodyOf<'POST /v1/findings/{finding_id}/reviews'>, options?: CallOptions) {
    return this.requester.request(
      'POST /v1/findings/{finding_id}/reviews',
      { path: { finding_id: id }, body },
      options,
    );
  }
}
