import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expectFigures } from './figures';
import type { ServiceUnderAttack, Tenant } from './service-under-attack';

interface HeldRequest {
  status: number | null;
  close(): void;
}

/**
 * Begins an import and sends all but the end of its body; resolves to the status of an error, or null if it runs after
 * `waitMs`.
 */
export function openImport(
  { url }: ServiceUnderAttack,
  { key }: Tenant,
  bytes: Uint8Array | string,
  { waitMs, headers = {} }: { waitMs: number; headers?: Record<string, string> },
): Promise<HeldRequest> {
  const opened = request(`${url}/v1/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
  });
  opened.on('error', () => undefined);
  opened.write(bytes);
  const close = () => opened.destroy();
  return new Promise((resolve) => {
    opened.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, close });
    });
    setTimeout(() => resolve({ status: null, close }), waitMs);
  });
}

/** Requests a resource and reads only the head of the response. */
export async function openUnread(
  { url }: ServiceUnderAttack,
  { key }: Tenant,
  path: string,
): Promise<HeldRequest & { socket: Socket }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`GET ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${key}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(String(socket.read(12)))?.[1]);
  return { status, socket, close: () => socket.destroy() };
}

/**
 * Closes the imports or exports that one user holds in several workspaces. Each ran or was refused, and few ran, so
 * that one of another user did not wait.
 */
export function endHeld(
  kind: 'import' | 'export',
  held: HeldRequest[],
  {
    runningStatus,
    workspaces,
    besideMs,
  }: { runningStatus: number | null; workspaces: number; besideMs: number },
): void {
  for (const { close } of held) close();
  const running = held.filter(({ status }) => status === runningStatus);
  const refused = held.filter(({ status }) => status === 429);
  expect(running.length + refused.length).toBe(held.length);
  expectFigures('27', [
    {
      name: `${kind}s of a user with ${workspaces} workspaces that run at once, of ${held.length}`,
      measured: running.length,
      max: 2,
      min: 1,
    },
    { name: `an ${kind} of another user next to them`, measured: besideMs, unit: 'ms', max: 5000 },
  ]);
}
