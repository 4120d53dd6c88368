import { Writable } from 'node:stream';
import { type RequestHandler, Router } from 'express';
import { type AppDependencies, createApp } from '../../../src/platform/http/app';
import { createHttpServer } from '../../../src/platform/http/server';
import { createLogger, openLog } from '../../../src/platform/logging';

/** As the driver of MongoDB fails a bulk write: with the operations that it could not do. */
function failedWrite(): Error {
  const writeErrors = [{ index: 0, errmsg: 'too large', op: { parts: [{ content: 'what the user said' }] } }];
  const cause = Object.assign(new Error('the bulk failed'), { writeErrors });
  return Object.assign(new TypeError('write failed', { cause }), { code: 10334, writeErrors });
}

function listen() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger('info', stream), lines };
}

const pass: RequestHandler = (_request, _response, next) => next();

describe('createLogger', () => {
  it('loses lines that a full disk does not take, and continues', async () => {
    // Writing to it fails with ENOSPC.
    const log = openLog('/dev/full');
    const logger = createLogger('info', log);
    const failed = () => new Promise((resolve) => log.prependOnceListener('error', resolve));

    for (let line = 0; line < 2; line += 1) {
      const failure = failed();
      logger.info('lost');
      expect(await failure).toMatchObject({ code: 'ENOSPC' });
    }
  });

  it.each(['err', 'error'])(
    'tells of an error under %s what and where, and nothing that hangs on it',
    (name) => {
      const { logger, lines } = listen();

      logger.warn({ [name]: failedWrite() }, 'not stored');

      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain('what the user said');
      expect(JSON.parse(lines[0] ?? '')[name]).toEqual({
        type: 'TypeError',
        message: 'write failed: the bulk failed',
        stack: expect.stringContaining('logging.test'),
        code: 10334,
      });
    },
  );

  it.each([null, 'no worker', { reason: 'none' }])('leaves %j under error as it is', (value) => {
    const { logger, lines } = listen();

    logger.warn({ error: value }, 'odd');

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ error: value });
  });
});

it('logs a request that fails unexpectedly without what it was to store', async () => {
  const { logger, lines } = listen();
  const pages = Router().get('/fails', () => {
    throw failedWrite();
  });
  // Without routes nothing else is asked for.
  const app = createApp([], { logger, pages, session: pass } as unknown as AppDependencies);
  const server = createHttpServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };

  const { status } = await fetch(`http://127.0.0.1:${port}/fails`);
  await new Promise((resolve) => server.close(resolve));

  expect(status).toBe(500);
  expect(lines.map((line) => JSON.parse(line).err)).toContainEqual(
    expect.objectContaining({ type: 'TypeError', code: 10334 }),
  );
  expect(lines.join('')).not.toContain('what the user said');
});
