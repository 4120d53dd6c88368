import { connect } from 'node:net';
import { expectFigures, MAX_GAP_MS } from './support/figures';
import { measureLoad } from './support/measure-load';
import { memoryOf } from './support/process-memory';
import { SecondApi } from './support/second-api';
import { ServiceUnderAttack } from './support/service-under-attack';

const PIPELINED = 500;
const WATCH_MS = 3000;

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

/** Sends requests on one connection that reads nothing, and measures for three seconds. */
async function pipeline(path: string) {
  const { hostname, port } = new URL(service.url);
  const residentMb = () => memoryOf(service.stack.pids.api).residentMb;
  const client = connect(Number(port), hostname).pause();
  const { result: growthMb, ...load } = await measureLoad(service, async () => {
    const before = residentMb();
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(PIPELINED));
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    return residentMb() - before;
  });
  client.destroy();
  return { ...load, growthMb };
}

it.each(['/openapi.json', '/metrics', '/readyz'])(
  'answers pipelined requests of %s one by one',
  async (path) => {
    const { maxGapMs, growthMb, cpuS } = await pipeline(path);

    const name = `${PIPELINED} pipelined requests of ${path}`;
    expectFigures('20', [
      { name: `${name}: longest gap of /healthz`, measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
      { name: `${name}: growth of the api`, measured: growthMb, unit: 'MB', max: 60 },
      { name: `${name}: processor time of the api`, measured: cpuS, unit: 's', max: 2.5 },
    ]);
  },
);

it('sends the description of the API compressed, and not again to a client that has it', async () => {
  const first = await fetch(`${service.url}/openapi.json`);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/openapi.json`, { headers: { 'if-none-match': etag } });

  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(((await first.json()) as { openapi: string }).openapi).toMatch(/^3\./);
  expect([etag === '', again.status]).toEqual([false, 304]);
});

it('counts pages as anonymous requests, and not probes', async () => {
  const environment = { LIMIT_ANONYMOUS_REQUESTS_PER_MINUTE: '20' };
  const limited = await SecondApi.start(service.stack.pids.api, { environment });
  const statusesOf = (path: string) =>
    Promise.all(Array.from({ length: 30 }, async () => (await fetch(limited.url + path)).status));

  const statuses = [await statusesOf('/healthz'), await statusesOf('/readyz'), await statusesOf('/metrics')];
  await limited.stop();

  expect(statuses.map((ofPath) => ofPath.includes(429))).toEqual([false, false, true]);
});
