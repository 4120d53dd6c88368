import { randomUUID } from 'node:crypto';
import { generateKey } from '../../../src/access/api-keys/key-format';
import { makeConversation } from '../../support/builders';
import { storeCopies } from '../../support/stored-copies';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const KEYS = 20;
// The defaults are above what this machine can send; a lower limit shows how it is shared.
const REQUESTS_PER_MINUTE = atScale(300, 3000);
const ANONYMOUS_PER_MINUTE = atScale(200, 2000);
const TOGETHER = 20;
const MAX_SCHEDULES = 100;
/** Stored before, so that CI creates few. */
const STORED_SCHEDULES = atScale(85, 1);
const CREATIONS = atScale(40, 200);

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start({
    LIMIT_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
    LIMIT_ANONYMOUS_REQUESTS_PER_MINUTE: String(ANONYMOUS_PER_MINUTE),
  });
  await service.connectToDatabase();
});

afterAll(() => service.stop());

it('stores exactly as many schedules as the limit, however many are created at the same time', async () => {
  const tenant = await service.createTenant('scheduling');
  const conversation = await service.send(tenant, 'POST', '/v1/conversations', { body: makeConversation() });
  const experiment = { name: 'Yearly', model: 'writer', conversation_ids: [conversation.body.id] };
  const body = { name: 'Yearly', cron: '30 2 1 JAN *', time_zone: 'UTC', overlap: 'skip', experiment };
  const create = async () => (await service.send(tenant, 'POST', '/v1/schedules', { body })).status;
  expect(await create()).toBe(201);
  await storeCopies('schedules', { workspaceId: tenant.workspaceId }, STORED_SCHEDULES - 1, () => ({
    _id: randomUUID(),
  }));
  const startedAt = performance.now();

  const statuses = await Promise.all(Array.from({ length: CREATIONS }, create));

  const elapsedMs = performance.now() - startedAt;
  const { body: stored } = await service.send(tenant, 'GET', '/v1/schedules?limit=100');
  expect([stored.items.length, stored.next_page_cursor]).toEqual([MAX_SCHEDULES, null]);
  const left = MAX_SCHEDULES - STORED_SCHEDULES;
  expectFigures('26', [
    {
      name: `schedules that ${CREATIONS} concurrent requests create, where ${left} are left`,
      measured: statuses.filter((status) => status === 201).length,
      max: left,
      min: left,
    },
    {
      name: 'responses other than 201 and 409',
      measured: statuses.filter((status) => ![201, 409].includes(status)).length,
      max: 0,
    },
    { name: 'time of all of them', measured: elapsedMs, unit: 'ms', max: 60_000 },
  ]);
});

/** Sends requests with each of the credentials in turn; returns the number of responses other than 429. */
async function admitted(
  credentials: (Tenant | null)[],
  count: number,
): Promise<{ count: number; last: number }> {
  let accepted = 0;
  let last = 0;
  for (let sent = 0; sent < count; sent += TOGETHER) {
    const responses = await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) =>
        service.send(credentials[(sent + index) % credentials.length] ?? null, 'GET', '/v1/issue-config'),
      ),
    );
    accepted += responses.filter(({ status }) => status !== 429).length;
    last = responses.at(-1)?.status ?? 0;
  }
  return { count: accepted, last };
}

/** Waits for the next minute when this one is nearly over, so that a measurement lies in one window. */
async function beginOfMinute(): Promise<void> {
  const restMs = 60_000 - (Date.now() % 60_000);
  if (restMs < 25_000) await new Promise((resolve) => setTimeout(resolve, restMs + 100));
}

it('gives a workspace with many keys no more than one key has, and limits an address without a credential', async () => {
  const [one, many] = [await service.createTenant('one'), await service.createTenant('many')];
  const keys = [many];
  while (keys.length < KEYS) {
    const { body } = await service.stack.send('POST', '/v1/api-keys', {
      body: { name: 'more', scope: 'workspace', expires_in_days: 1, workspace_id: many.workspaceId },
    });
    keys.push({ workspaceId: many.workspaceId, key: body.key });
  }
  const [used, unused] = [await service.createTenant('used'), await service.createTenant('unused')];
  await service.send(used, 'GET', '/v1/issue-config');
  const requests = REQUESTS_PER_MINUTE + 200;
  await beginOfMinute();

  const withOne = await admitted([one], requests);
  const withMany = await admitted(keys, requests);
  const anonymous = await admitted([null], ANONYMOUS_PER_MINUTE + 200);
  // Clients behind the same proxy as customers: their flood continues, also with unknown keys.
  const unknown = Array.from({ length: 100 }, () => ({ workspaceId: '', key: generateKey('workspace') }));
  const guessed = await admitted(unknown, 200);
  const behindTheSameProxy = await admitted([used], 100);
  await new Promise((resolve) => setTimeout(resolve, 1100)); // lookups of unknown keys are counted by the second
  const firstUse = await admitted([unused], TOGETHER);

  expect([withOne.last, withMany.last, anonymous.last]).toEqual([429, 429, 429]);
  expectFigures('7', [
    {
      name: 'requests of one key that are admitted in a minute',
      measured: withOne.count,
      min: REQUESTS_PER_MINUTE,
    },
    {
      name: `requests of ${KEYS} keys of one workspace that are admitted`,
      measured: withMany.count,
      max: REQUESTS_PER_MINUTE,
    },
    {
      name: 'requests of an address without a credential that are admitted',
      measured: anonymous.count,
      max: ANONYMOUS_PER_MINUTE,
    },
    { name: 'requests with unknown keys that are admitted after that', measured: guessed.count, max: 0 },
    {
      name: 'requests of a valid key of the same address that are admitted after that, of 100',
      measured: behindTheSameProxy.count,
      min: 100,
    },
    {
      name: `requests that are admitted of a key that was never used before, of ${TOGETHER} at once`,
      measured: firstUse.count,
      min: 1,
    },
  ]);
});
