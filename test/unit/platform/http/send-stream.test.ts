import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { sendStream } from '../../../../src/platform/http/send-stream';
import { eventually } from '../../../support/eventually';

const chunk = 'x'.repeat(65_536);
let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Serves texts and returns the response, of which nothing is read yet. */
async function open(
  texts: AsyncIterable<string>,
  onError = (_error: unknown) => {},
  { maxStallMs = 60_000, minBytesPerSecond = 65_536 } = {},
): Promise<IncomingMessage> {
  const app = express();
  app.get('/', async (_request, response) => {
    const controller = new AbortController();
    response.once('close', () => controller.abort(new Error('gone')));
    await sendStream(response, 'application/x-ndjson', texts, {
      signal: controller.signal,
      maxStallMs,
      minBytesPerSecond,
    }).catch((error) => {
      onError(error);
      if (!response.headersSent) response.status(503).end();
      else response.destroy();
    });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => get({ port }, resolve).once('error', reject));
}

async function* texts(...given: string[]) {
  yield* given;
}

it('sends what there is and ends', async () => {
  const response = await open(texts('a\n', 'b\n'));

  expect([response.statusCode, response.headers['content-type'], await text(response)]).toEqual([
    200,
    'application/x-ndjson',
    'a\nb\n',
  ]);
});

it('sends an empty body when there is nothing', async () => {
  const response = await open(texts());

  expect([response.statusCode, await text(response)]).toEqual([200, '']);
});

it('asks for no more than the client takes, and for nothing when it has gone', async () => {
  let made = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        made += 1;
        yield chunk;
      }
    } finally {
      isClosed = true;
    }
  }

  const response = await open(endless());
  let before = -1;
  await eventually(async () => {
    const isStill = made === before;
    before = made;
    return isStill;
  });
  expect(made).toBeGreaterThan(0);
  // What fits into the buffers of the two sockets.
  expect(made).toBeLessThan(400);
  response.destroy();

  await eventually(async () => isClosed);
});

it('can still become an error response when the first text fails, and never completes later', async () => {
  async function* failing(after: string[]) {
    yield* after;
    throw new Error('the database went away');
  }
  const response = await open(failing([]));
  expect(response.statusCode).toBe(503);
  response.resume();
  await new Promise((resolve) => server.close(resolve));

  const cut = await open(failing([chunk]));
  await expect(text(cut)).rejects.toThrow('aborted');
});

it('cuts off a client that takes nothing, and no client that takes something', async () => {
  async function* endless() {
    for (;;) yield chunk;
  }
  let error: unknown = null;
  const response = await open(
    endless(),
    (thrown) => {
      error = thrown;
    },
    { maxStallMs: 200, minBytesPerSecond: 100 },
  );
  // The clock moves with the event loop: a pause of the machine is none of the client.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const pass = async (maxMs: number) => {
    for (let ms = 0; ms < maxMs && error === null; ms += 5) {
      jest.advanceTimersByTime(5);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  response.resume();
  await pass(600);
  expect(error).toBeNull();

  response.pause();
  await pass(5000);
  jest.useRealTimers();
  expect(error).not.toBeNull();
  await expect(text(response)).rejects.toThrow('aborted');
});

it('cuts off a client that keeps reading, but too slowly', async () => {
  async function* endless() {
    for (;;) yield chunk;
  }
  let error: unknown = null;
  const response = await open(
    endless(),
    (thrown) => {
      error = thrown;
    },
    { maxStallMs: 500, minBytesPerSecond: 1e9 },
  );
  const trickle = setInterval(() => response.read(1024), 20);

  await eventually(async () => error !== null, 5000);
  clearInterval(trickle);
  await expect(text(response)).rejects.toThrow('aborted');
});
