import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createHttpServer } from '../../../../src/platform/http/server';

it('handles pipelined requests one after the other', async () => {
  const events: string[] = [];
  const server = createHttpServer((request, response) => {
    events.push(`begin ${request.url}`);
    setTimeout(() => {
      events.push(`end ${request.url}`);
      response.end('a');
    }, 5);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  client.resume();
  while (events.length < 6) await new Promise((resolve) => setTimeout(resolve, 5));
  client.destroy();
  server.close();

  expect(events).toEqual(['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /c', 'end /c']);
});

it('closes a connection with more than a thousand waiting requests', async () => {
  let handled = 0;
  const server = createHttpServer(() => {
    handled += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1100));
  await once(client, 'close');
  server.close();

  expect(handled).toBe(1);
});

it('closes the responses of pipelined requests with their connection', async () => {
  const events: string[] = [];
  const server = createHttpServer((request, response) => {
    events.push(`request ${request.url}`);
    response.once('close', () => events.push(`closed ${request.url} ${response.destroyed}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  while (events.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));

  client.destroy();
  const endAt = Date.now() + 2000;
  while (events.length < 2 && Date.now() < endAt) await new Promise((resolve) => setTimeout(resolve, 5));
  server.close();

  expect(events).toEqual(['request /a', 'closed /a true']);
});
