import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Router } from 'express';
import { z } from 'zod';
import { createRequestLimits } from '../../../../src/access/limits/request-limits';
import { AppError } from '../../../../src/platform/errors/app-error';
import { createApp } from '../../../../src/platform/http/app';
import { createBodyReader } from '../../../../src/platform/http/body';
import { BodyMemory } from '../../../../src/platform/http/body-memory';
import { defineRoute } from '../../../../src/platform/http/route';
import { createHttpServer } from '../../../../src/platform/http/server';
import { createLogger } from '../../../../src/platform/logging';
import { eventually } from '../../../support/eventually';
import type { ErrorBody } from '../../../support/wire-types';

const bodySchema = z.strictObject({ text: z.string() });
const common = {
  summary: '',
  description: '',
  tag: 'Test',
  method: 'post',
  access: 'public',
  body: bodySchema,
  status: 200,
  response: bodySchema,
  handler: async ({ body }: { body: z.output<typeof bodySchema> }) => body,
} as const;

const routes = [
  defineRoute({ ...common, operationId: 'echo', path: '/v1/echo' }),
  defineRoute({
    ...common,
    operationId: 'echoLarge',
    path: '/v1/large',
    bodyLimits: { maxBytes: 100_000, encodings: ['identity', 'gzip', 'deflate', 'br'] },
  }),
  // Apart from the large bodies, which may arrive late where other tests use the processor.
  defineRoute({
    ...common,
    operationId: 'echoInTime',
    path: '/v1/in-time',
    bodyLimits: { timeoutMs: 300 },
  }),
  defineRoute({
    ...common,
    operationId: 'closed',
    path: '/v1/closed',
    admit: async () => {
      throw new AppError('rate_limited', 'Closed', { retryAfterMs: 1000 });
    },
  }),
];

let server: Server;

beforeAll(async () => {
  const nothing = async () => {
    throw new Error('not reached by public routes');
  };
  const app = createApp(routes, {
    access: { authenticate: nothing, authorize: nothing },
    idempotency: { run: nothing },
    requestLimits: createRequestLimits({ perWorkspace: 0, perAddress: 0 }),
    ingestionLimits: { admitIngestion: async () => {}, countBytes: () => {} },
    readerOf: createBodyReader(new BodyMemory({ publicBytes: 100_000, maxWaitMs: 100 })),
    maxBodyBytes: 100_000,
    logger: createLogger('silent'),
    trustProxy: 0,
    session: (_request, _response, next) => next(),
    observe: () => (_request, _response, next) => next(),
    pages: Router(),
  });
  server = createHttpServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;

async function post(path: string, body: string | Uint8Array, encoding = 'identity') {
  const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: body as never,
  });
  const parsed = (await response.json()) as Partial<ErrorBody>;
  return { status: response.status, type: parsed.detail?.[0].type, body: parsed, headers: response.headers };
}

/** Opens a connection and sends the head of a request and part of its body. */
function openPartly(path: string, head: string[], part: string) {
  const socket = connect(port(), '127.0.0.1');
  socket.write(
    [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...head, '', part].join('\r\n'),
  );
  return socket;
}

/** Sends the head of a request and part of its body, and resolves to all that comes back until the connection ends. */
async function sendPartly(path: string, head: string[], part: string): Promise<string> {
  const socket = openPartly(path, head, part);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  return text;
}

const json = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });

describe('a public route', () => {
  it('takes a small body', async () => {
    expect(await post('/v1/echo', json(4000))).toMatchObject({
      status: 200,
      body: { text: 'x'.repeat(4000) },
    });
  });

  it('responds 413 to a body of more than 4 KiB, without reading it', async () => {
    expect(await post('/v1/echo', json(4090))).toMatchObject({ status: 413, type: 'body_too_large' });
    // The body never arrives.
    const head = ['Content-Length: 4097', 'Connection: close'];
    expect(await sendPartly('/v1/echo', head, '')).toMatch(/^HTTP\/1.1 413 /);
  });

  it.each(['gzip', 'deflate', 'br', 'x-unknown'])('responds 415 to %s', async (encoding) => {
    expect(await post('/v1/echo', gzipSync(json(10)), encoding)).toMatchObject({
      status: 415,
      type: 'unsupported_media_type',
    });
  });

  it('is refused by its admission before the body arrives', async () => {
    const text = await sendPartly('/v1/closed', ['Content-Length: 4000', 'Connection: close'], '');

    expect(text).toMatch(/^HTTP\/1.1 429 /);
  });
});

describe('a route with its own limits', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('counts the bytes that %s inflates to', async (encoding, compress) => {
    expect(await post('/v1/large', compress(json(99_000)), encoding)).toMatchObject({ status: 200 });
    expect(await post('/v1/large', compress(json(101_000)), encoding)).toMatchObject({ status: 413 });
  });

  it('responds 408 and closes when the body does not arrive in time', async () => {
    const text = await sendPartly('/v1/in-time', ['Content-Length: 100'], '{"text":');

    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(text).toContain('"type":"request_timeout"');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  it('responds 503 while the memory is held by bodies that arrive slowly', async () => {
    const slow = openPartly('/v1/large', ['Content-Length: 100000'], '{"text":');
    await new Promise((resolve) => server.once('request', resolve));

    const busy = await post('/v1/large', json(10));
    expect(busy).toMatchObject({ status: 503, type: 'server_busy' });
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    slow.destroy();
    await eventually(async () => (await post('/v1/large', json(10))).status === 200);
  });
});
