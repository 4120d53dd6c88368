import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { collection, storeCopies } from '../../support/stored-copies';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const QUERY_TIMEOUT_MS = atScale(2000, 10_000);
const FINDINGS = atScale(10_000, 42_000);
const FILTERS = 24;
const ITEMS = atScale(2000, 10_000);
/** The items that the reviewer has not completed. */
const OPEN_ITEMS = 100;
const CLAIMED = 50;

let service: ServiceUnderAttack;
let hostile: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start({ QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS) });
  [hostile, other] = [await service.createTenant('hostile'), await service.createTenant('other')];
  await service.connectToDatabase();
  for (const tenant of [hostile, other]) await detect(tenant);
});

afterAll(() => service.stop());

/** Stores a reply with a finding. */
async function detect(tenant: Tenant): Promise<void> {
  const { body } = await service.send(tenant, 'POST', '/v1/detect-hallucinations', {
    body: {
      messages: [
        { role: 'user', content: 'The library opened in 1887. When did it open?' },
        { role: 'assistant', content: 'It opened in 1889.' },
      ],
    },
  });
  expect(body.annotations).toHaveLength(1);
}

/** Seconds of processor time that MongoDB has used. */
async function mongodCpuS(): Promise<number> {
  const { extra_info } = await mongoose.connection.getClient().db().admin().serverStatus();
  return (Number(extra_info.user_time_us) + Number(extra_info.system_time_us)) / 1e6;
}

it('ends slow filters in time and serves others meanwhile, however many one workspace sends', async () => {
  await storeCopies('findings', { workspaceId: hostile.workspaceId }, FINDINGS, (index) => {
    const findingId = randomUUID();
    return { _id: `${findingId}/grounding`, findingId, text: `${index} `.repeat(20) };
  });
  const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' OR ');
  const startedAt = performance.now();
  const filter = async (tenant: Tenant, text: string) => {
    const sentAt = performance.now();
    const { status } = await service.send(
      tenant,
      'GET',
      `/v1/findings?filter=${encodeURIComponent(`text:${text}`)}`,
    );
    return { status, ms: performance.now() - sentAt };
  };

  let isOver = false;
  const slow = Promise.all(Array.from({ length: FILTERS }, () => filter(hostile, `(${words})`)));
  const ended = slow.then((responses) => {
    isOver = true;
    return { responses, ms: performance.now() - startedAt };
  });
  const beside: { status: number; ms: number }[] = [];
  while (!isOver) beside.push(await filter(other, '1889'));
  const { responses, ms } = await ended;

  expect(responses.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(beside.filter(({ status }) => status !== 200)).toEqual([]);
  expectFigures('22', [
    {
      name: `end of ${FILTERS} filters with 300 words over ${FINDINGS} findings`,
      measured: ms,
      unit: 'ms',
      max: QUERY_TIMEOUT_MS * 1.2,
    },
    {
      name: 'slowest filter of another workspace next to them',
      measured: Math.max(...beside.map((one) => one.ms)),
      unit: 'ms',
      max: 2000,
    },
  ]);
});

it('claims items behind those that the reviewer has completed in little time', async () => {
  const { body: queue } = await service.send(hostile, 'POST', '/v1/review-queues', {
    body: { name: 'Audit', source: { filter: 'role = assistant' }, reviewers_per_item: 2 },
  });
  const stored = await collection('review_queues').findOne({ _id: queue.id });
  const reviewer = (stored as unknown as { owner: object }).owner;
  const completion = { leaseId: randomUUID(), epoch: 1, reviewer, completedAt: new Date() };
  await storeCopies('review_items', { workspaceId: hostile.workspaceId }, ITEMS, (index) => ({
    _id: randomUUID(),
    position: index + 1,
    completions: index < ITEMS - OPEN_ITEMS ? [completion] : [],
  }));
  await collection('review_items').deleteOne({ queueId: queue.id, position: 0 });
  const [cpuBefore, startedAt] = [await mongodCpuS(), performance.now()];

  const { status, body } = await service.send(hostile, 'POST', `/v1/review-queues/${queue.id}/claim`, {
    body: { limit: CLAIMED, lease_seconds: 60 },
  });

  const ms = performance.now() - startedAt;
  const cpuS = (await mongodCpuS()) - cpuBefore;
  expect(status).toBe(200);
  expectFigures('22', [
    {
      name: `items claimed of ${OPEN_ITEMS} behind ${ITEMS - OPEN_ITEMS} completed ones`,
      measured: body.items.length,
      min: CLAIMED,
    },
    { name: 'time of that claim', measured: ms, unit: 'ms', max: 3000 },
    { name: 'processor time of MongoDB for it', measured: cpuS, unit: 's', max: 1.5 },
  ]);
});
