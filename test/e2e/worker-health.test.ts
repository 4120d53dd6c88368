import { hostname } from 'node:os';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { isPolledFrom } from '../../src/platform/temporal/pollers';
import { eventually } from '../support/eventually';
import { useApi } from '../support/use-api';

const api = useApi();

it('a worker is healthy once it polls its task queue, and only for its own host', async () => {
  const client = connectTemporal(api.config.temporal);
  const { taskQueue } = api.config.temporal;
  const before = await isPolledFrom(client, taskQueue, hostname());

  await api.startWorker();

  expect(before).toBe(false);
  expect(await eventually(() => isPolledFrom(client, taskQueue, hostname()))).toBe(true);
  expect(await isPolledFrom(client, taskQueue, 'another-host')).toBe(false);
  await client.connection.close();
}, 60_000);
