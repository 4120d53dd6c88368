import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The parsed JSON, null without a body. */
  body: unknown;
  receivedAt: number;
}

export type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Closes the connection without a response, or in the middle of one. */
  | 'cut'
  | 'cut in the body'
  /** Never responds. */
  | 'hang';

/** A real HTTP server whose responses a function decides, and that misbehaves on demand. */
export class ScriptedServer {
  readonly requests: SeenRequest[] = [];
  respond: (request: SeenRequest) => Reply | Promise<Reply> = () => ({ status: 404 });
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** One reply per request, in this order; the last one is repeated. */
  replies(...replies: Reply[]): void {
    let count = 0;
    this.respond = () => replies[Math.min(count++, replies.length - 1)] ?? 'hang';
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = Date.now();
    const body = await text(request);
    const url = new URL(request.url ?? '', 'http://any');
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: body === '' ? null : JSON.parse(body),
      receivedAt,
    };
    this.requests.push(seen);
    const reply = await this.respond(seen);
    if (reply === 'hang') return;
    if (reply === 'cut') {
      response.destroy();
      return;
    }
    if (reply === 'cut in the body') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  }
}

/** The reply of another server to a request, without its headers. */
export async function passTo(
  baseUrl: string,
  { method, path, query, headers, body }: SeenRequest,
): Promise<Reply> {
  const names = ['authorization', 'content-type', 'idempotency-key', 'x-workspace-id'];
  const sent = names.flatMap((name): [string, string][] =>
    typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
  );
  const init = { method, headers: sent, ...(body !== null && { body: JSON.stringify(body) }) };
  const response = await fetch(`${baseUrl}${path}?${query}`, init);
  return { status: response.status, body: await response.text() };
}

/** An error response in the service's form. */
export function refusal(status: number, type: string, ctx: Record<string, unknown> = {}): Reply {
  return { status, body: { detail: [{ loc: ['body', 'x'], msg: 'not so', type, input: null, ctx }] } };
}
