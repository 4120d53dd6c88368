import { createServer } from 'node:net';

/** A TCP port that was free at the time of the call. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0, '127.0.0.1');
  if (port === null) throw new Error('The system has no free TCP port on 127.0.0.1');
  return port;
}

/** Whether the port is free on the loopback address and on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port, '127.0.0.1')) !== null && (await listenOnce(port, '0.0.0.0')) !== null;
}

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    // A client that takes this short-lived listener for the real server must not keep it open.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
