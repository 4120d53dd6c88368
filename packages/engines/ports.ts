import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which could take one before it is listened on. */
const PORTS = { from: 10_000, to: 32_000 } as const;
const MAX_TRIES = 100;

/** A TCP port that was free at the time of the call, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No TCP port from ${PORTS.from} to ${PORTS.to} is free`);
}

/** Whether the port is free on the loopback address and on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    // A client that takes this short-lived listener for the real server must not keep it open.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
