import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';

/** Named, versioned lists of conversations. */
export class Sets {
  constructor(private readonly requester: Requester) {}

  create(body: BodyOf<'POST /v1/sets'>, options?: CallOptions) {
    return this.requester.request('POST /v1/sets', { body }, options);
  }

  list(query: QueryOf<'GET /v1/sets'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/sets', { query }, options);
  }

  /** The latest version of a set. */
  get(id: string, options?: CallOptions) {
    return this.requester.request('GET /v1/sets/{set_id}', { path: { set_id: id } }, options);
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.requester.request('DELETE /v1/sets/{set_id}', { path: { set_id: id } }, options);
  }

  addVersion(id: string, body: BodyOf<'POST /v1/sets/{set_id}/versions'>, options?: CallOptions) {
    return this.requester.request('POST /v1/sets/{set_id}/versions', { path: { set_id: id }, body }, options);
  }

  versions(id: string, query: QueryOf<'GET /v1/sets/{set_id}/versions'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/sets/{set_id}/versions', { path: { set_id: id }, query }, options);
  }

  getVersion(id: string, version: number, options?: CallOptions) {
    const path = { set_id: id, version };
    return this.requester.request('GET /v1/sets/{set_id}/versions/{version}', { path }, options);
  }

  /** The ids of the conversations of a version. */
  conversations(id: string, version: number, options?: CallOptions) {
    const path = { set_id: id, version };
    return this.requester.request(
      'GET /v1/sets/{set_id}/versions/{version}/conversations',
      { path },
      options,
    );
  }
}
