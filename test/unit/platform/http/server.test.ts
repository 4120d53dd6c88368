import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer } from '../../../../src/platform/http/server';
import { eventually } from '../../../support/eventually';

/** Pipelines requests of these paths to a server, which closes when the client does. */
async function pipeline(app: RequestListener, paths: readonly string[]): Promise<Socket> {
  const server = createHttpServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.once('close', () => server.close()).on('error', () => undefined);
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return client.resume();
}

it('handles pipelined requests one after the other', async () => {
  const events: string[] = [];
  const client = await pipeline(
    ({ url }, response) => {
      events.push(`begin ${url}`);
      setTimeout(() => {
        events.push(`end ${url}`);
        response.end('a');
      }, 5);
    },
    ['/a', '/b', '/c'],
  );
  await eventually(async () => events.length === 6);
  client.destroy();

  expect(events).toEqual(['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /c', 'end /c']);
});

it('closes a connection with more than a thousand waiting requests', async () => {
  let handled = 0;
  const client = await pipeline(
    () => {
      handled += 1;
    },
    Array.from({ length: 1100 }, () => '/'),
  );
  await once(client, 'close');

  expect(handled).toBe(1);
});

it('closes the response of the first pipelined request with the connection, and handles no other', async () => {
  const events: string[] = [];
  const client = await pipeline(
    ({ url }, response) => {
      events.push(`request ${url}`);
      response.once('close', () => events.push(`closed ${url} ${response.destroyed}`));
    },
    ['/a', '/b', '/c'],
  );
  await eventually(async () => events.length === 1);

  client.destroy();
  await eventually(async () => events.length === 2);

  expect(events).toEqual(['request /a', 'closed /a true']);
});

it('handles no request after a response that ends the connection', async () => {
  const handled: (string | undefined)[] = [];
  const client = await pipeline(
    ({ url }, response) => {
      handled.push(url);
      response.setHeader('Connection', 'close').end('a');
    },
    ['/a', '/b'],
  );
  await once(client, 'close');

  expect(handled).toEqual(['/a']);
});

it('disconnects clients that trickle their headers within a minute', () => {
  // Node.js checks the limit every five seconds.
  expect(createHttpServer(() => undefined).headersTimeout).toBeLessThanOrEqual(55_000);
});
