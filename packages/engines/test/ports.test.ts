import { createServer } from 'node:net';
import { freePort, isPortFree } from '..';

it('does not call a port free that another program listens on', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const whileListening = await isPortFree(port);
  await new Promise((resolve) => server.close(resolve));

  expect(whileListening).toBe(false);
  expect(await isPortFree(port)).toBe(true);
});
