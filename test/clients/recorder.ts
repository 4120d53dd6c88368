import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { decodeExport, logSignal, traceSignal } from '../../packages/formats';

/** An export as it arrived, in the JSON form of OTLP. */
export interface RecordedExport {
  path: string;
  body: unknown;
}

/** Headers that `fetch` sets itself. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Attributes with paths of the machine. */
const withPaths = new Set(['code.file.path', 'exception.stacktrace']);

/** Passes exports on to the API, and records them. */
export class Recorder {
  readonly exports: RecordedExport[] = [];
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  constructor(private readonly target: () => string) {}

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const path = request.url ?? '';
    if (/\/(traces|logs)$/.test(path)) {
      this.exports.push({ path, body: await decode(path, bytes, request.headers) });
    }
    const headers = Object.entries(request.headers).filter(([name]) => !ofConnection.has(name));
    const answer = await fetch(this.target() + path, {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      body: request.method === 'GET' ? null : new Uint8Array(bytes),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

async function decode(path: string, bytes: Buffer, headers: IncomingMessage['headers']): Promise<unknown> {
  const inflated = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const { value: decoded } = await decodeExport(
    path.endsWith('/logs') ? logSignal : traceSignal,
    inflated,
    isJson ? 'json' : 'protobuf',
  );
  // The resource describes the machine.
  const text = JSON.stringify(decoded, (key, value: unknown) => {
    if (key === 'resource') return undefined;
    if (key === 'attributes' && Array.isArray(value))
      return value.filter(({ key: name }) => !withPaths.has(name));
    return isBytes(value) ? toHex(value) : value;
  });
  return JSON.parse(text);
}

/** `JSON.stringify` shows the bytes of an id as what `Buffer.toJSON` returns. */
function isBytes(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer';
}

function toHex({ data }: { data: number[] }): string {
  return Buffer.from(data).toString('hex');
}
