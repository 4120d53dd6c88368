import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';
import type { Conversation, ImportResult } from '../wire/types.ts';

// The response follows the last line.
const IMPORT_TIMEOUT_MS = 600_000;

type ImportFormat = NonNullable<QueryOf<'POST /v1/conversations'>['format']>;

export class Conversations {
  constructor(private readonly requester: Requester) {}

  /** Stores a conversation. */
  async create(body: BodyOf<'POST /v1/conversations'>, options?: CallOptions): Promise<Conversation> {
    return (await this.requester.request('POST /v1/conversations', { body }, options)) as Conversation;
  }

  /** Stores the conversations of NDJSON, and reports invalid lines. */
  async import(
    lines: string | Uint8Array,
    format: ImportFormat,
    options?: CallOptions,
  ): Promise<ImportResult> {
    const body = typeof lines === 'string' ? new TextEncoder().encode(lines) : lines;
    const response = await this.requester.request(
      'POST /v1/conversations',
      { query: { format }, body },
      { timeoutMs: IMPORT_TIMEOUT_MS, ...options },
    );
    return response as ImportResult;
  }

  list(query: QueryOf<'GET /v1/conversations'> = {}, options?: CallOptions) {
    return this.requester.list('GET /v1/conversations', { query }, options);
  }

  /** A conversation with its first messages; `cursor` of the query continues a long one. */
  get(id: string, query: QueryOf<'GET /v1/conversations/{conversation_id}'> = {}, options?: CallOptions) {
    return this.requester.request(
      'GET /v1/conversations/{conversation_id}',
      { path: { conversation_id: id }, query },
      options,
    );
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    const path = { conversation_id: id };
    await this.requester.request('DELETE /v1/conversations/{conversation_id}', { path }, options);
  }
}
