import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createHttpServer } from '../../../../src/platform/http/server';

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
  while (events.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));

  client.destroy();
  const endAt = Date.now() + 2000;
  while (events.length < 6 && Date.now() < endAt) await new Promise((resolve) => setTimeout(resolve, 5));
  server.close();

  expect(events.slice(3).sort()).toEqual(['closed /a true', 'closed /b true', 'closed /c true']);
});
