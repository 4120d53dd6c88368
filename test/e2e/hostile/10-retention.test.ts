import mongoose from 'mongoose';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const MESSAGES = atScale(10_000, 100_000);
const MESSAGES_PER_CONVERSATION = 10;
const CONVERSATIONS_PER_REQUEST = 250;
const DAYS = 7;

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('retention');
  const messages = Array.from({ length: MESSAGES_PER_CONVERSATION }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index} about the library that opened in 1887.`,
  }));
  const line = JSON.stringify({ messages });
  const body = Array<string>(CONVERSATIONS_PER_REQUEST).fill(line).join('\n');
  const requests = MESSAGES / MESSAGES_PER_CONVERSATION / CONVERSATIONS_PER_REQUEST;
  for (let request = 0; request < requests; request += 1) {
    const { status } = await service.send(tenant, 'POST', '/v1/conversations', {
      body,
      type: 'application/x-ndjson',
    });
    expect(status).toBe(201);
  }
  // The extra cost of a process's first request is not part of the attack.
  await detect();
  await changeRetention(30);
  await applied();
  await service.connectToDatabase();
}, 600_000);

afterAll(() => service.stop());

const detect = () =>
  service.send(tenant, 'POST', '/v1/detect-hallucinations', {
    body: {
      messages: [
        { role: 'user', content: 'When did the library open?' },
        { role: 'assistant', content: 'It opened in 1887.' },
      ],
    },
  });

const path = () => `/v1/workspaces/${tenant.workspaceId}` as const;
const changeRetention = (retention_days: number) =>
  service.stack.send('PATCH', path(), { body: { retention_days } });

function applied() {
  return eventually(async () => {
    const { body } = await service.stack.send('GET', path(), {});
    return body.retention_progress?.status === 'completed' && body.retention_progress;
  }, 600_000);
}

/** Stored documents whose expiry is not that of the retention. */
async function countOutdated(): Promise<number> {
  const { workspaceId } = tenant;
  const counts = ['conversations', 'messages'].map((name) =>
    mongoose.connection.collection(name).countDocuments({
      workspaceId,
      $expr: {
        $ne: ['$expireAt', { $dateAdd: { startDate: '$storedAt', unit: 'day', amount: DAYS } }],
      },
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

it('responds to a changed retention at once and leaves no document with the old expiry', async () => {
  const watch = await HealthWatch.start(service.url);
  let isOver = false;
  const storing = (async () => {
    while (!isOver) expect((await detect()).status).toBe(200);
  })();

  const begin = performance.now();
  const changed = await changeRetention(DAYS);
  const respondedMs = performance.now() - begin;
  const progress = await applied();
  const appliedSeconds = (performance.now() - begin) / 1000;
  isOver = true;
  await storing;
  const { maxGapMs } = await watch.stop();

  expect(changed).toMatchObject({ status: 200, body: { retention_days: DAYS } });
  expectFigures('10', [
    {
      name: `response to a changed retention of ${MESSAGES} messages`,
      measured: respondedMs,
      unit: 'ms',
      max: 500,
    },
    { name: 'longest gap of /healthz while it is applied', measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
    { name: 'documents with the old expiry afterwards', measured: await countOutdated(), max: 0 },
    { name: 'documents whose expiry was checked', measured: progress.processed_count, min: MESSAGES },
    { name: 'time until it was applied', measured: appliedSeconds, unit: 's', max: 120 },
  ]);
});
