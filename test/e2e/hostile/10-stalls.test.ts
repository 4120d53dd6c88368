import { eventually } from '../../support/eventually';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { measureLoad } from './support/measure-load';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const ITEMS = atScale(2000, 10_000);
const RUNNING = atScale(3, 15);
/** Replies before the model stops responding, so that experiments stay open with items in every status. */
const REPLIES = 500;
const POLLS = 40;

let service: ServiceUnderAttack;
let tenant: Tenant;
let conversationIds: string[];

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('large');
  let replies = 0;
  service.models.on('writer', () => {
    replies += 1;
    return replies <= REPLIES ? { kind: 'text', text: 'It opened in 1889.' } : { kind: 'never' };
  });
  conversationIds = await importConversations(ITEMS);
});

afterAll(() => service.stop());

async function importConversations(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const lines = Array.from({ length: Math.min(1000, count - ids.length) }, (_, index) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `The library opened in 1887. When did it open? (${ids.length + index})` },
          { role: 'assistant', content: 'It opened in 1889.' },
        ],
      }),
    );
    const { body } = await service.send(tenant, 'POST', '/v1/conversations', {
      body: lines.join('\n'),
      type: 'application/x-ndjson',
    });
    ids.push(...body.conversation_ids);
  }
  return ids;
}

async function create(ids: string[]): Promise<string> {
  const { status, body } = await service.send(tenant, 'POST', '/v1/experiments', {
    body: { name: `${ids.length} items`, model: 'writer', conversation_ids: ids, concurrency: 20 },
  });
  expect({ status, body }).toMatchObject({ status: 201, body: { total_items_count: ids.length } });
  return body.id;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; elapsedMs: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, elapsedMs: performance.now() - startedAt };
}

/** The longest gap of `/healthz` during the work, in milliseconds. */
async function gapDuring(work: () => Promise<void>): Promise<number> {
  return (await measureLoad(service, work)).maxGapMs;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

it('creates, lists, polls, cancels, retries and deletes large experiments without a gap', async () => {
  const get = <const Path extends string>(path: Path) =>
    service.send(tenant, 'GET', `/v1/experiments${path}`);
  const large: string[] = [];
  let creationMs = 0;
  const creationGapMs = await gapDuring(async () => {
    const first = await timed(() => create(conversationIds));
    creationMs = first.elapsedMs;
    large.push(first.result);
    while (large.length < RUNNING) large.push(await create(conversationIds));
  });
  const [id = ''] = large;
  const small = await create(conversationIds.slice(0, 100));
  await eventually(async () => (await get(`/${id}`)).body.completed_items_count > 50);

  const listTimes: number[] = [];
  const listGapMs = await gapDuring(async () => {
    for (let list = 0; list < 5; list += 1) {
      const { result, elapsedMs } = await timed(() => get('?omit=conversation_ids'));
      expect(result).toMatchObject({ status: 200 });
      listTimes.push(elapsedMs);
      const whole = await get('');
      expect(whole.body.items.at(-1)?.conversation_ids).toHaveLength(ITEMS);
    }
  });

  const times = { large: [] as number[], small: [] as number[] };
  const pollGapMs = await gapDuring(async () => {
    for (let poll = 0; poll < POLLS; poll += 1) {
      for (const [size, experimentId] of [
        ['small', small],
        ['large', id],
      ] as const) {
        const { result, elapsedMs } = await timed(() => get(`/${experimentId}?omit=conversation_ids`));
        const { pending, queued, in_progress, completed, failed, total } = result.body.status_summary;
        expect(pending + queued + in_progress + completed + failed).toBe(total);
        expect(result.body.metrics.evaluated_count).toBe(completed);
        times[size].push(elapsedMs);
      }
    }
  });

  const act = async (action: 'cancel' | 'retry') => {
    const { status } = await service.send(tenant, 'POST', `/v1/experiments/${id}/${action}`);
    return status;
  };
  const isCancelled = async () => (await get(`/${id}?omit=conversation_ids`)).body.status === 'cancelled';
  const endGapMs = await gapDuring(async () => {
    expect(await act('cancel')).toBe(200);
    await eventually(isCancelled);
    await eventually(async () => (await act('retry')) === 200);
    const { status_summary } = (await get(`/${id}`)).body;
    expect(status_summary).toMatchObject({ failed: 0, total: ITEMS });
    expect(await act('cancel')).toBe(200);
    await eventually(isCancelled);
    await eventually(
      async () => (await service.send(tenant, 'DELETE', `/v1/experiments/${id}`)).status === 204,
    );
  });

  const gap = (name: string, measured: number) => ({
    name: `longest gap of /healthz: ${name}`,
    measured,
    unit: 'ms',
    max: MAX_GAP_MS,
  });
  expectFigures('10', [
    gap(`${RUNNING} × creating ${ITEMS} items`, creationGapMs),
    gap(`listing ${RUNNING} running experiments`, listGapMs),
    gap('polling', pollGapMs),
    gap(`cancelling, retrying and deleting ${ITEMS} items`, endGapMs),
    { name: `creating ${ITEMS} items`, measured: creationMs, unit: 'ms', max: 10_000 },
    { name: `listing ${RUNNING} running experiments`, measured: median(listTimes), unit: 'ms', max: 500 },
    {
      name: `poll of ${ITEMS} items ÷ poll of 100`,
      measured: median(times.large) / median(times.small),
      max: 2,
    },
  ]);
});
