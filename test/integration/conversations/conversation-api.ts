import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { createRequestLimits } from '../../../src/access/limits/request-limits';
import { conversationRoutes } from '../../../src/conversations/conversation.routes';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { createTransferLimit } from '../../../src/conversations/transfer/transfer-limit';
import { createApp } from '../../../src/platform/http/app';
import { createBodyReader } from '../../../src/platform/http/body';
import type { AccessControl } from '../../../src/platform/http/caller';
import { Pager } from '../../../src/platform/http/pager';
import { createIdempotencyGuard } from '../../../src/platform/idempotency/idempotency-guard';
import { createLogger } from '../../../src/platform/logging';
import { testKeys } from '../../support/keys';
import type { BodyOf } from '../../support/wire-types';

export const MAX_BODY_BYTES = 100_000;
export const NDJSON = { 'content-type': 'application/x-ndjson' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Admits every caller: authorization is tested with the identity resources. */
const openAccess: AccessControl = {
  authenticate: async () => ({ kind: 'session', userId: 'tester', userName: 'Tester' }),
  authorize: async (_caller, workspaceId) => ({ workspaceId, role: 'contributor' }),
};

export type Body = string | Uint8Array;

interface Call {
  workspaceId?: string;
  headers?: Record<string, string>;
  body?: Body | undefined;
}

interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The conversations resource behind HTTP, in a separate workspace. */
export class ConversationApi {
  readonly workspaceId = randomUUID();
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ConversationApi> {
    const routes = conversationRoutes({
      conversations: createConversationService({ retentionOf: async () => null }),
      exports: createTransferLimit('exports'),
      pager: new Pager(testKeys()),
      maxBodyBytes: MAX_BODY_BYTES,
      queryTimeoutMs: 10_000,
    });
    const app = createApp(routes, {
      access: openAccess,
      idempotency: createIdempotencyGuard(testKeys()),
      requestLimits: createRequestLimits({ perWorkspace: 0, perAddress: 0 }),
      ingestionLimits: { admitIngestion: async () => {}, countBytes: () => {} },
      readerOf: createBodyReader(),
      maxBodyBytes: MAX_BODY_BYTES,
      logger: createLogger('silent'),
      trustProxy: 0,
      session: (_request, _response, next) => next(),
      observe: () => (_request, _response, next) => next(),
      pages: Router(),
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return new ConversationApi(server);
  }

  async call<const Method extends string, const Path extends string = ''>(
    method: Method,
    path?: Path,
    { workspaceId, headers, body }: Call = {},
  ): Promise<ApiResponse<BodyOf<Method, `/v1/conversations${Path}`>>> {
    const { port } = this.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/v1/conversations${path ?? ''}`, {
      method,
      headers: { 'x-workspace-id': workspaceId ?? this.workspaceId, ...headers },
      ...(body === undefined ? {} : { body }),
    } as RequestInit);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  create(body: unknown, call: Call = {}): Promise<ApiResponse<BodyOf<'POST', '/v1/conversations'>>> {
    return this.call('POST', '', {
      ...call,
      headers: { ...JSON_TYPE, ...call.headers },
      body: JSON.stringify(body),
    });
  }

  /** Sends a body as it is generated; `fetch` would buffer all of it for a possible retry. */
  async stream(chunks: AsyncIterable<Buffer>): Promise<unknown> {
    const { port } = this.server.address() as AddressInfo;
    const headers = { ...NDJSON, 'x-workspace-id': this.workspaceId };
    const sending = request({ port, path: '/v1/conversations', method: 'POST', headers });
    const response = once(sending, 'response') as Promise<[Readable]>;
    await pipeline(chunks, sending);
    return json((await response)[0]);
  }

  /** The ids of a page. */
  async list(
    query: Record<string, string>,
    call: Call = {},
  ): Promise<{ ids: string[]; cursor: string | null }> {
    const { status, body } = await this.call('GET', `?${new URLSearchParams(query)}`, call);
    if (status !== 200) throw new Error(`the list failed with ${status}: ${JSON.stringify(body)}`);
    return { ids: body.items.map(({ id }) => id), cursor: body.next_page_cursor };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
