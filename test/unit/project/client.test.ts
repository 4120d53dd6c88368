import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayClient, type OperationName, version } from '../../../packages/client';
import { createRoutes } from '../../../src/api-server';
import { loadConfig } from '../../../src/config';
import { packageRoot } from '../../../src/platform/package-root';
import { connectTemporal } from '../../../src/platform/temporal/connection';
import { ScriptedServer } from '../../support/scripted-server';

/** POSTs that accept no idempotency key and have no other effect when they are repeated. */
const repeatable = [
  'activateCalibration',
  'cancelEvaluation',
  'cancelExperiment',
  'cancelOptimizationRun',
  'completeOptimizationRun',
  'completeReviewItem',
  'deactivateCalibration',
  'estimateExperiment',
  'exportLangfuseTraces',
  'exportLogs',
  'exportMetrics',
  'exportTraces',
  'failOptimizationRun',
  'heartbeatOptimizationRun',
  'heartbeatReviewItem',
  'loadSampleData',
  'login',
  'logout',
  'pauseSchedule',
  'previewInvitation',
  'releaseOptimizationRun',
  'resumeSchedule',
  'validateFilter',
];
const config = loadConfig({ SECRET_KEY: 'unused, because nothing is encrypted here' });
const posts = createRoutes(config, connectTemporal(config.temporal)).filter(
  ({ method }) => method === 'post',
);
const server = new ScriptedServer();

beforeAll(() => server.start());
afterAll(() => server.stop());

it.each(posts.map((route) => [route.operationId, route] as const))(
  'repeats %s only if that does no work twice',
  async (operationId, { path, isIdempotent = false }) => {
    server.requests.length = 0;
    server.replies({ status: 503, headers: { 'retry-after': '0' } }, { status: 200, body: {} });
    const client = new AssayClient({ baseUrl: server.url });

    await client.request(`POST ${path}` as OperationName, { path: {}, body: {} } as never).catch(() => null);

    expect(server.requests.length).toBe(isIdempotent || repeatable.includes(operationId) ? 2 : 1);
  },
);

it('has the version of the service', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(packageRoot, file), 'utf8')).version;

  expect([version, read('packages/client/package.json')]).toEqual([
    read('package.json'),
    read('package.json'),
  ]);
});
