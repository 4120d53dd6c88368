import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AssayClient, UnreachableError } from '../../../../packages/client';
import { followExperiment } from '../../../../src/cli/experiments/follow-experiment';

const WAITING = 'The service does not respond. Waiting for it; the experiment is not affected';
const counts = { total: 1, completed: 0, failed: 0, skipped: 0 };

let server: Server;
let port = 0;
let status = 'running';

/** An api that can be stopped and started on the same port. */
async function start(): Promise<void> {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status, status_summary: counts }));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
}

async function stop(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

beforeEach(async () => {
  status = 'running';
  await start();
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Follows an experiment; the callbacks are called with what is printed and shown. */
function follow({ maxOutageMs, onSay }: { maxOutageMs?: number; onSay?: () => Promise<void> }) {
  const client = new AssayClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'k'.repeat(32),
    retryPeriodMs: 0,
  });
  const [said, shown]: [string[], string[]] = [[], []];
  const ended = followExperiment(client, 'an id', {
    signal: new AbortController().signal,
    maxOutageMs,
    say: (line) => {
      said.push(line);
      void onSay?.();
    },
    onChange: (latest) => {
      shown.push(latest.status);
      if (shown.length === 1) void stop();
    },
  });
  return { ended, said, shown };
}

it('says once that the service does not respond, and continues after its restart', async () => {
  const onSay = async () => {
    status = 'completed';
    await start();
  };

  const { ended, said, shown } = follow({ onSay });

  expect(await ended).toMatchObject({ status: 'completed' });
  expect([said, shown]).toEqual([[WAITING], ['running', 'completed']]);
});

it('fails once the outage is longer than its limit', async () => {
  const { ended, said } = follow({ maxOutageMs: 500 });

  await expect(ended).rejects.toThrow(UnreachableError);
  expect(said).toEqual([WAITING]);
});

it('fails without a first response: the address may be wrong', async () => {
  await stop();

  const { ended, said } = follow({});

  await expect(ended).rejects.toThrow(UnreachableError);
  expect(said).toEqual([]);
});
