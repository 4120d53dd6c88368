import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';

/** API keys. */
export class Keys {
  constructor(private readonly requester: Requester) {}

  /** Creates a key; only this response has it. */
  create(body: BodyOf<'POST /v1/api-keys'>, options?: CallOptions) {
    return this.requester.request('POST /v1/api-keys', { body }, options);
  }

  list(query: QueryOf<'GET /v1/api-keys'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/api-keys', { query }, options);
  }

  async revoke(id: string, options?: CallOptions): Promise<void> {
    await this.requester.request('DELETE /v1/api-keys/{id}', { path: { id } }, options);
  }
}
